import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { MAX_NEAREST_WORDS, MAX_SUGGESTIONS } from '@jobboard/contracts/limits'
import type { FacetName, searchCandidates } from '@jobboard/contracts/search/search'
import type { Db } from '@jobboard/db/db'
import { offsetOf } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { Node } from '@jobboard/search-query/ast'
import { limits } from '@jobboard/search-query/limits'
import { nearest, neighbourhood } from '@jobboard/search-query/nearest'
import { type Columns, toPostgres } from '@jobboard/search-query/to-postgres'
import { decodeWord, encodeWord } from '@jobboard/search-query/tokenise'
import { tooManyWords, type WildcardWords, wildcards } from '@jobboard/search-query/wildcards'
import { type CandidateOf, isVisible } from '../candidates/store.ts'
import type { MaskedProfile } from '../documents/document.ts'
import { searchedTables } from '../documents/tokeniser-store.ts'
import { includedWords } from './matches.ts'
import type { FacetCounts, Found, FoundCandidate, ListedCandidate, Match, Search } from './search.ts'

const columns: Columns = { terms: 'document.terms', body: 'document.body' }
// An expression with an index: computing it takes 2.5 ms a document.
const indexed: Columns = { ...columns, lexemes: 'search_lexemes(document.body)' }

/** Number of visible candidates whose document of a tokeniser version matches, their facets, and the ids of one page, from one
 * snapshot. */
export async function findPage(sql: Sql, version: number, search: Search): Promise<Found> {
  const { offset, limit } = offsetOf(search)
  // The few documents of a sandbox have no index of lexemes.
  const from = search.sandboxId === undefined ? indexed : columns
  // The filters are always part of the text, so only seven statements are prepared for each set of facets.
  const [row] = await sql<Omit<Found, 'counts'> & CountedRow>`
    with found as materialized (${matching(version, search, from)})
    select (select count(*) from found) as total,
      array(select id from found order by last_active_at desc, id desc limit ${limit} offset ${offset}) as ids
      ${facetCounts(search.facets ?? [])}`
  const { total, ids, ...counted } = row!
  return { total, ids, counts: countsOf(counted) }
}

/** Those of the candidates who are visible and match, in any order, with their values of the requested facets. Reads their documents, not the index of lexemes. */
export function findAmong(sql: Sql, version: number, search: Search, candidateIds: number[]) {
  const among = fragment`and candidate_id = any(${candidateIds}::int[])`
  return sql<Omit<Match, 'active'> & { lastActiveAt: Date }>`${matching(version, search, columns, among)}`
}

/** A statement for each condition: under OR Postgres would compute the lexemes of rows again. */
function matching(version: number, search: Search, from: Columns, among = fragment``) {
  const { query, words, countryNumbers, activeSince, now, facets = [] } = search
  const { candidates, documents } = searchedTables(version, search.sandboxId)
  const parts = toPostgres(query, words, from).map(
    ({ strings, values }) => fragment`
      select id, last_active_at${facetColumns(facets)}
      from ${candidates} join ${documents} document on candidate_id = id
      where ${isVisible(now)} and ${fragment(strings as unknown as TemplateStringsArray, ...values)}
        and (${countryNumbers}::int[] is null or country_number = any(${countryNumbers}::int[]))
        and (${activeSince}::timestamptz is null or last_active_at >= ${activeSince}::timestamptz) ${among}`,
  )
  return parts.reduce((first, second) => fragment`${first} union all ${second}`)
}

/** The values of the requested fields of a candidate, as columns that follow others. A profile is read from its own
 * storage only when its career status is requested. */
function facetColumns(facets: readonly FacetName[]) {
  const country = facets.includes('country') ? fragment`, country_number::text as country` : NOTHING
  const careerStatus = facets.includes('careerStatus')
    ? fragment`, profile ->> 'careerStatus' as career_status`
    : NOTHING
  return fragment`${country}${careerStatus}`
}

/** The rows of `found`, which has these columns, counted by each of them; as columns that follow others. */
function facetCounts(facets: readonly FacetName[]) {
  const country = facets.includes('country')
    ? fragment`, (select jsonb_object_agg(country, count) from (
        select country, count(*) as count from found where country is not null group by country) counted) as countries`
    : NOTHING
  const careerStatus = facets.includes('careerStatus')
    ? fragment`, (select jsonb_object_agg(career_status, count) from (
        select career_status, count(*) as count from found where career_status is not null group by career_status
      ) counted) as career_statuses`
    : NOTHING
  return fragment`${country}${careerStatus}`
}

const NOTHING = fragment``

/** The columns of `facetCounts`: null where no row has a value. */
interface CountedRow {
  countries?: Record<string, number> | null
  careerStatuses?: Record<string, number> | null
}

/** The counts that a row of `facetCounts` has. */
function countsOf({ countries, careerStatuses }: CountedRow): FacetCounts {
  return {
    ...(countries !== undefined && { country: countries ?? {} }),
    ...(careerStatuses !== undefined && { careerStatus: careerStatuses ?? {} }),
  }
}

/** Runs the statements of a search, each limited to `timeoutMs`. Throws unavailable when one exceeds it, which rolls the
 * transaction back. */
export async function withSearchTimeout<T>(sql: Tx, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  // Custom plans: the best plan depends on the words, and only a known pattern narrows a wildcard to an index range.
  // Bitmap scans only: the planner takes the recheck of an index condition, which they do not need, to cost the same as
  // computing the lexemes of every document (2.5 ms each).
  // Memory for the matches of at least 200 000 candidates: beyond it they are written to temporary files.
  const limited = sql`
    select set_config('statement_timeout', ${String(timeoutMs)}, true),
      set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_indexscan', 'off', true), set_config('jit', 'off', true),
      set_config('work_mem', '16MB', true)`
  try {
    // Sent in one go with the first statement of `work`.
    const [, result] = await Promise.all([limited, work()])
    return result
  } catch (error) {
    const isCancelled = error instanceof Error && 'code' in error && error.code === '57014'
    if (!isCancelled) throw error
    const message =
      'The search timed out and cost nothing. Use fewer phrases of very common words, or try again.'
    throw new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
  }
}

/** Expands each wildcard of a query to the words that it matches in documents of the version, of a sandbox in its own. Throws invalid_query above
 * 500 words (D-41), unavailable when it exceeds its timeout. */
export async function expandWildcards(
  { db, env }: { db: Db; env: { SEARCH_TIMEOUT_MS: number } },
  version: number,
  { query, sandboxId }: { query: Node; sandboxId: number | undefined },
): Promise<WildcardWords> {
  const listed = wildcards(query)
  if (listed.length === 0) return new Map()
  const found = await db.readTx((sql) =>
    withSearchTimeout(sql, env.SEARCH_TIMEOUT_MS, () => {
      const { words } = searchedTables(version, sandboxId)
      return sandboxId === undefined ? readEach(sql, words, listed) : readTogether(sql, words, listed)
    }),
  )
  const tooMany = listed.find((_, i) => found[i]!.length > limits.wordsPerWildcard)
  if (tooMany) throw new ApiError('invalid_query', `query: ${tooManyWords(tooMany).message}`)
  return new Map(listed.map(({ pattern }, i) => [pattern, found[i]!]))
}

type Tables = ReturnType<typeof searchedTables>
type Wildcards = ReturnType<typeof wildcards>

// One statement each, all sent together: Postgres narrows only a parameter pattern to a range of the primary key.
function readEach(sql: Sql, vocabulary: Tables['words'], listed: Wildcards): Promise<string[][]> {
  return Promise.all(
    listed.map(async ({ regex }) => {
      const rows = await sql<{ word: string }>`
        select word from ${vocabulary} where word ~ ${regex} limit ${limits.wordsPerWildcard + 1}`
      return rows.map(({ word }) => word)
    }),
  )
}

// One statement, which reads the documents of the sandbox once: their words have no index.
async function readTogether(sql: Sql, vocabulary: Tables['words'], listed: Wildcards): Promise<string[][]> {
  const rows = await sql<{ words: string[] }>`
    with vocabulary as materialized (select word from ${vocabulary})
    select array(select word from vocabulary where word ~ regex limit ${limits.wordsPerWildcard + 1}) as words
    from unnest(${listed.map(({ regex }) => regex)}::text[]) with ordinality as wildcard (regex, place) order by place`
  return rows.map(({ words }) => words)
}

/** The visible candidates among `ids`, in that order, as the employer sees them at `now` by the documents of a tokeniser version;
 * without the masked profile where it is of the version at the same place in `cachedVersions`. */
export async function listFoundCandidates(
  sql: Sql,
  employerId: number,
  {
    ids,
    cachedVersions,
    tokeniserVersion,
    sandboxId,
  }: {
    ids: number[]
    cachedVersions: (number | null)[]
    tokeniserVersion: number
    sandboxId: number | undefined
  },
  now: Date,
): Promise<ListedCandidate[]> {
  const { candidates, documents } = searchedTables(tokeniserVersion, sandboxId)
  return sql<ListedCandidate>`
    select id, built_from as version, case when built_from = cached then null else shown end as shown, last_active_at,
      ${isUnlocked(employerId, now)}
    from unnest(${ids}::int[], ${cachedVersions}::int[]) with ordinality wanted (wanted_id, cached, place)
      join ${candidates} on id = wanted_id join ${documents} document on candidate_id = id
    where ${isVisible(now)} order by place`
}

/** One visible candidate as the employer sees it at `now`: the masked profile of its document, or the profile where the document of
 * this tokeniser version is not built yet. Throws not_found. */
export async function getFoundCandidate(
  sql: Sql,
  employerId: number,
  { id, sandboxId, tokeniserVersion }: CandidateOf & { tokeniserVersion: number },
  now: Date,
): Promise<Omit<FoundCandidate, 'shown'> & ({ shown: MaskedProfile } | { shown: null; profile: Profile })> {
  const { candidates, documents } = searchedTables(tokeniserVersion, sandboxId)
  const [found] = await sql<
    Omit<FoundCandidate, 'shown'> & { shown: MaskedProfile | null; profile: Profile }
  >`
    select id, shown, case when shown is null then profile end as profile, last_active_at, ${isUnlocked(employerId, now)}
    from ${candidates} left join ${documents} document on candidate_id = id
    where id = ${id} and ${isVisible(now)}`
  if (!found) throw notFound()
  return found
}

function isUnlocked(employerId: number, now: Date) {
  return fragment`exists (
    select from unlock where employer_id = ${employerId} and candidate_id = candidate.id and unlocked_until > ${now}
  ) as is_unlocked`
}

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
