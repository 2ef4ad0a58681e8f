import { ApiError } from '@jobboard/contracts/error'
import type { Db } from '@jobboard/db/db'
import { fragment, type identifier, type Tx } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import { limits } from '@jobboard/search-query/limits'
import { tooManyWords, type WildcardWords, wildcards } from '@jobboard/search-query/wildcards'
import { withSearchTimeout } from './search-timeout.ts'
import { tablesOf } from './tokeniser.ts'

type Table = ReturnType<typeof identifier>

/** A common word is looked up in a long list of documents. */
const WORDS_PER_STATEMENT = 20
/** Documents that are read whole to recognise common words, before words are looked up one by one. */
const SAMPLED_DOCUMENTS = 100

/** Expands each wildcard of a query to the words that it matches in documents of the version. Throws invalid_query above
 * 500 words (D-41), unavailable when it exceeds its timeout. */
export async function expandWildcards(
  { db, env }: { db: Db; env: { SEARCH_TIMEOUT_MS: number } },
  version: number,
  query: Node,
): Promise<WildcardWords> {
  const listed = wildcards(query)
  if (listed.length === 0) return new Map()
  const { words: vocabulary } = tablesOf(version)
  return db.readTx((sql) =>
    withSearchTimeout(sql, env.SEARCH_TIMEOUT_MS, async () => {
      const found = new Map<string, string[]>()
      for (const wildcard of listed) {
        // One statement each: Postgres narrows only a parameter pattern to a range of the primary key.
        const rows = await sql<{ word: string }>`
          select word from ${vocabulary} where word ~ ${wildcard.regex} limit ${limits.wordsPerWildcard + 1}`
        if (rows.length > limits.wordsPerWildcard) {
          throw new ApiError('invalid_query', `query: ${tooManyWords(wildcard).message}`)
        }
        found.set(
          wildcard.pattern,
          rows.map(({ word }) => word),
        )
      }
      return found
    }),
  )
}

/** Adds encoded words. A word that no document holds any more matches nobody until it is deleted. */
export async function insertVocabulary(sql: Tx, vocabulary: Table, words: string[]): Promise<void> {
  // Sorted, so that concurrent inserts of the same words lock in one order and cannot deadlock.
  await sql`insert into ${vocabulary} select unnest(${words.toSorted()}::text[]) on conflict do nothing`
}

/** Deletes those of the words that no document of the tokeniser version holds. The caller has called
 * `lockRemovedWords`. */
export async function deleteUnusedWords(sql: Tx, version: number, words: Iterable<string>): Promise<void> {
  const { documents, words: vocabulary } = tablesOf(version)
  const listed = await withoutCommon(sql, documents, [...words])
  // Encoded words contain neither quotes nor backslashes.
  const isUnused = fragment`not exists (
    select from ${documents} where terms @@ ('''' || word || '''')::tsquery)`
  const unused: string[] = []
  for (let i = 0; i < listed.length; i += WORDS_PER_STATEMENT) {
    const rows = await sql<{ word: string }>`
      select word from unnest(${listed.slice(i, i + WORDS_PER_STATEMENT)}::text[]) as listed (word) where ${isUnused}`
    unused.push(...rows.map(({ word }) => word))
  }
  if (unused.length === 0) return
  // Waits for transactions that have added words, whose documents are then visible; others wait for this one.
  await sql`lock table ${vocabulary} in share row exclusive mode`
  await sql`delete from ${vocabulary} where word = any(${unused}) and ${isUnused}`
}

/** Leaves out the words that one of the newest documents holds: looking up a word reads the list of all its documents, and a
 * profile consists mostly of words that one in five has. */
async function withoutCommon(sql: Tx, documents: Table, words: string[]): Promise<string[]> {
  if (words.length <= WORDS_PER_STATEMENT) return words
  const rows = await sql<{ word: string }>`
    select unnest(${words}::text[]) as word except
    select unnest(tsvector_to_array(terms))
    from (select terms from ${documents} order by candidate_id desc limit ${SAMPLED_DOCUMENTS}) as newest`
  return rows.map(({ word }) => word)
}
