import { ApiError } from '@jobboard/contracts/error'
import type { identifier, Tx } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import { limits } from '@jobboard/search-query/limits'
import { tooManyWords, type WildcardWords, wildcards } from '@jobboard/search-query/wildcards'

type Table = ReturnType<typeof identifier>

/** Expands each wildcard of a query to the words it matches. Throws invalid_query above 500 words (D-41). */
export async function expandWildcards(sql: Tx, vocabulary: Table, query: Node): Promise<WildcardWords> {
  const found = new Map<string, string[]>()
  for (const wildcard of wildcards(query)) {
    // One statement each: Postgres narrows only a parameter pattern to a range of the primary key.
    const rows = await sql<{ word: string }>`
      select word from ${vocabulary} where word ~ ${wildcard.regex} limit ${limits.wordsPerWildcard + 1}`
    if (rows.length > limits.wordsPerWildcard) {
      throw new ApiError('invalid_query', `query: ${tooManyWords(wildcard).message}`)
    }
    const words = rows.map(({ word }) => word)
    found.set(wildcard.pattern, words)
  }
  return found
}

/** Adds encoded words. Words are never removed; one that no document holds matches nobody. */
export async function insertVocabulary(sql: Tx, vocabulary: Table, words: string[]): Promise<void> {
  // Sorted, so that concurrent inserts of the same words lock in one order and cannot deadlock.
  await sql`insert into ${vocabulary} select unnest(${words.toSorted()}::text[]) on conflict do nothing`
}
