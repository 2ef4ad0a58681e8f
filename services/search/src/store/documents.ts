import { unavailable } from '@jobboard/contracts/error'
import type { Sql, Tx } from '@jobboard/db/sql'
import { inTurns } from '@jobboard/service/lifecycle/in-turns'
import { buildDocument } from '../domain/candidate-document.ts'
import type { Tokeniser } from '../domain/tokeniser.ts'
import type { StoredProfile } from './candidate.ts'
import { deleteDocument, saveDocument } from './document.ts'
import { findTokeniser, tablesOf } from './tokeniser.ts'
import { insertVocabulary } from './vocabulary.ts'

/** The documents and words of one tokeniser version in the service's own database. They are the truth: every search engine is
 * an index over them. */
export interface Documents {
  tokeniser: Tokeniser
  /** Masks the profiles and stores their documents; an unchanged one is not written. */
  put(sql: Tx, candidates: readonly StoredProfile[]): Promise<void>
  /** Whether the candidate has a document of this version. */
  has(sql: Tx, candidateId: number): Promise<boolean>
  /** Deletes the document of a candidate. */
  remove(sql: Tx, candidateId: number): Promise<void>
}

/** The documents of a tokeniser version. */
export function documentsOf(tokeniser: Tokeniser): Documents {
  const { version } = tokeniser
  const { documents, words: vocabulary } = tablesOf(version)
  return {
    tokeniser,

    async put(sql, candidates) {
      const changedWords = new Set<string>()
      for (const { id, version: builtFrom, profile } of candidates) {
        const { terms, body, shown } = await inTurns(buildDocument(profile, tokeniser))
        if (await saveDocument(sql, version, id, { terms, body, shown, builtFrom })) {
          for (const term of terms) changedWords.add(term)
        }
      }
      if (changedWords.size > 0) await insertVocabulary(sql, vocabulary, [...changedWords])
    },

    async has(sql, candidateId) {
      const rows = await sql`select 1 from ${documents} where candidate_id = ${candidateId}`
      return rows.length > 0
    },

    remove: (sql, candidateId) => deleteDocument(sql, version, candidateId),
  }
}

/** Throws unavailable until every candidate has a document of this version: a result that lacks candidates would cost a
 * credit. */
export async function checkComplete(sql: Sql, version: number): Promise<void> {
  if (!(await findTokeniser(sql, version))?.isComplete)
    throw unavailable('The search index is being built and')
}
