import { ApiError } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import { limits } from '@jobboard/search-query/limits'
import { tooManyWords, type WildcardWords, wildcards } from '@jobboard/search-query/wildcards'

/** The words that each wildcard of a query stands for. Throws invalid_query when they are too many (D-41). */
export async function expandWildcards(sql: Tx, query: Node): Promise<WildcardWords> {
  const found = new Map<string, string[]>()
  for (const wildcard of wildcards(query)) {
    // One statement each: only a pattern that is a parameter is narrowed to a range of the key.
    const rows = await sql<{ word: string }>`
      select word from cv_word where word ~ ${wildcard.regex} limit ${limits.wordsPerWildcard + 1}`
    if (rows.length > limits.wordsPerWildcard) {
      throw new ApiError('invalid_query', `query: ${tooManyWords(wildcard).message}`)
    }
    const words = rows.map(({ word }) => word)
    found.set(wildcard.pattern, words)
  }
  return found
}

/** Adds encoded words; they are never taken away, and a word that nobody has finds nobody. */
export async function insertVocabulary(sql: Tx, words: string[]): Promise<void> {
  // Sorted: transactions that add the same new words wait for each other in one order, so none waits in a circle.
  await sql`insert into cv_word select unnest(${words.toSorted()}::text[]) on conflict do nothing`
}
