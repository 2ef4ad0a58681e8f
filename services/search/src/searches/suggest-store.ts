import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_NEAREST_WORDS, MAX_SUGGESTIONS } from '@jobboard/contracts/limits'
import type { searchCandidates } from '@jobboard/contracts/search/search'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import { nearest, neighbourhood } from '@jobboard/search-query/nearest'
import { decodeWord, encodeWord } from '@jobboard/search-query/tokenise'
import { isVisible } from '../candidates/store.ts'
import { searchedTables } from '../documents/tokeniser-store.ts'
import { includedWords } from './matches.ts'

type Tables = ReturnType<typeof searchedTables>
type Suggestion = NonNullable<ResponseBody<typeof searchCandidates>['suggestions']>[number]

/** Words that are read for one term, and those of them that are looked up in documents. */
const MAX_READ = 1_000
const MAX_TRIED = 9

/** The first words of a query outside of NOT that no searched document of the tokeniser version has, each with the nearest words that the
 * document of a visible candidate has. What is masked is in no document (D-42). Within `withSearchTimeout`. */
export async function suggest(
  sql: Sql,
  version: number,
  { query, sandboxId }: { query: Node; sandboxId: number | undefined },
  now: Date,
): Promise<Suggestion[]> {
  const tables = searchedTables(version, sandboxId)
  const { words: vocabulary } = tables
  const asked = includedWords(query)
  const known = await sql<{ word: string }>`
    select word from ${vocabulary} where word = any(${asked.map(({ word }) => encodeWord(word))}::text[])`
  const occurring = new Set(known.map(({ word }) => word))
  const unknown = asked.filter(({ word }) => !occurring.has(encodeWord(word))).slice(0, MAX_SUGGESTIONS)
  const suggestions: Suggestion[] = []
  for (const { word, at } of unknown) {
    const near = nearest(word, await listNeighbours(sql, tables, word), MAX_TRIED)
    suggestions.push({ term: word, position: at, nearest: await withVisible(sql, tables, near, now) })
  }
  return suggestions
}

/** Words of the vocabulary that may be near to a word. */
async function listNeighbours(sql: Sql, { words: vocabulary }: Tables, word: string): Promise<string[]> {
  const { spellings, start } = neighbourhood(word)
  const { prefix, minLength, maxLength } = start ?? { prefix: '', minLength: 1, maxLength: 0 }
  // Encodings are ASCII below ~.
  const rows = await sql<{ word: string }>`
    select word from ${vocabulary} where word = any(${spellings}::text[])
    union all
    (select word from ${vocabulary}
      where word >= ${prefix} and word < ${`${prefix}~`} and length(word) between ${minLength}::int and ${maxLength}::int
      limit ${start ? MAX_READ : 0})`
  return rows.map((row) => decodeWord(row.word))
}

/** The first three of the words that the document of a visible candidate has: others are about to leave the vocabulary, or belong to
 * candidates without consent. */
async function withVisible(
  sql: Sql,
  { candidates, documents }: Tables,
  words: string[],
  now: Date,
): Promise<string[]> {
  const found: string[] = []
  for (let i = 0; i < words.length && found.length < MAX_NEAREST_WORDS; i += MAX_NEAREST_WORDS) {
    const tried = words.slice(i, i + MAX_NEAREST_WORDS)
    // A subquery that is no join: a document is read until one is visible. Encoded words contain neither quotes nor backslashes.
    const isHeld = fragment`(
      select 1 from ${documents} document where terms @@ ('''' || encoded || '''')::tsquery
        and (select ${isVisible(now)} from ${candidates} where id = candidate_id) limit 1) is not null`
    const rows = await sql<{ encoded: string }>`
      select encoded from unnest(${tried.map(encodeWord)}::text[]) as tried (encoded) where ${isHeld}`
    const held = new Set(rows.map(({ encoded }) => encoded))
    found.push(...tried.filter((word) => held.has(encodeWord(word))))
  }
  return found.slice(0, MAX_NEAREST_WORDS)
}
