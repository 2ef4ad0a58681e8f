import { unavailable } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import type { Tokeniser } from '../domain/tokeniser.ts'
import { deleteDocument, saveDocument } from '../store/document.ts'
import { findPage } from '../store/found.ts'
import { findTokeniser, tablesOf } from '../store/tokeniser.ts'
import { expandWildcards, insertVocabulary } from '../store/vocabulary.ts'
import type { Engine } from './engine.ts'

/** Engine in the service's own database: a document is found as soon as its transaction commits. */
export function postgres(tokeniser: Tokeniser): Engine {
  const { version } = tokeniser
  const { documents, words: vocabulary } = tablesOf(version)
  return {
    tokeniser,
    expandWildcards: (sql, query) => expandWildcards(sql, vocabulary, query),
    checkComplete: (sql) => checkComplete(sql, version),

    async search(sql, search) {
      await checkComplete(sql, version)
      return findPage(sql, version, search)
    },

    async put(sql, candidates) {
      const changedWords = new Set<string>()
      for (const { id, texts } of candidates) {
        const { terms, body } = tokeniser.toDocument(texts)
        if (await saveDocument(sql, version, id, { terms, body })) {
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

// A result that lacks candidates would cost a credit.
async function checkComplete(sql: Tx, version: number): Promise<void> {
  if (!(await findTokeniser(sql, version))?.isComplete)
    throw unavailable('The search index is being built and')
}
