import { failpoint } from '@jobboard/process/failpoint'
import { listPendingChanges } from '../store/indexed-candidate.ts'
import { deleteSent, savePending } from '../store/pending-change.ts'
import type { SearchIndex } from '../store/search-index.ts'
import { type IndexingDeps, send, toDocuments } from './send.ts'

/** Sends the present state of the oldest pending candidates to every index of the version, and deletes the changes that
 * were sent. Returns how many. */
export async function sendChanges(deps: IndexingDeps, indexes: readonly SearchIndex[]): Promise<number> {
  const { db, version } = deps
  const changes = await listPendingChanges(db.sql, version)
  if (changes.length === 0) return 0
  const batch = {
    found: await toDocuments(changes.flatMap(({ candidate }) => candidate ?? [])),
    gone: changes.flatMap(({ id, candidate }) => (candidate ? [] : id)),
  }
  const refused = new Set<number>()
  for (const index of indexes) for (const id of await send(deps, index, batch)) refused.add(id)
  failpoint('search-index-before-delete')
  const sent = changes.filter(({ id }) => !refused.has(id))
  await db.tx(async (sql) => {
    await deleteSent(sql, version, sent)
    if (refused.size > 0) await savePending(sql, version, [...refused], { isRefused: true })
  })
  return sent.length
}
