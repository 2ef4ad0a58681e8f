import { unavailable } from '@jobboard/contracts/error'
import { offsetOf } from '@jobboard/db/page'
import { fragment, type Tx } from '@jobboard/db/sql'
import { toPostgres } from '@jobboard/search-query/to-postgres'
import type { Tokeniser } from '../domain/tokeniser.ts'
import { isVisible } from '../store/candidate.ts'
import { deleteDocument, saveDocument } from '../store/document.ts'
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

    async search(sql, { query, words, countryNumbers, activeSince, now, ...page }) {
      await checkComplete(sql, version)
      const { strings, values } = toPostgres(query, words, { terms: 'document.terms', body: 'document.body' })
      const isTrue = fragment(strings as unknown as TemplateStringsArray, ...values)
      const { offset, limit } = offsetOf(page)
      // One snapshot for total and page. The filters are always part of the text, so only four statements are prepared.
      const [result] = await sql<{ total: number; ids: number[] }>`
        with found as materialized (
          select id, last_active_at from candidate join ${documents} document on candidate_id = id
          where ${isVisible(now)} and ${isTrue}
            and (${countryNumbers}::int[] is null or country_number = any(${countryNumbers}::int[]))
            and (${activeSince}::timestamptz is null or last_active_at >= ${activeSince}::timestamptz)
        )
        select (select count(*) from found) as total,
          array(select id from found order by last_active_at desc, id desc limit ${limit} offset ${offset}) as ids`
      return result!
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
