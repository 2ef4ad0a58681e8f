import type { Db } from '@jobboard/db/db'
import type { Tokeniser } from '../documents/document.ts'
import { lacksDocuments, lockWithoutDocument, putSandboxDocuments } from './store.ts'

/** Makes the documents of a sandbox that are missing, as after a release with another tokeniser version; nothing for a live
 * caller. */
export async function buildSandboxDocuments(
  db: Db,
  tokeniser: Tokeniser,
  sandboxId: number | undefined,
): Promise<void> {
  if (sandboxId === undefined) return
  while (await lacksDocuments(db.sql, tokeniser.version, sandboxId)) {
    await db.tx(async (sql) => {
      const candidates = await lockWithoutDocument(sql, tokeniser.version, sandboxId)
      await putSandboxDocuments(sql, tokeniser, candidates)
    })
  }
}
