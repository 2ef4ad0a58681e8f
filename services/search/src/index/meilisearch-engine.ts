import { unavailable } from '@jobboard/contracts/error'
import type { FacetName } from '@jobboard/contracts/search/search'
import { offsetOf } from '@jobboard/db/page'
import {
  allOf,
  type IndexFilter,
  noneOf,
  parsingCost,
  printFilter,
  toMeilisearch,
} from '@jobboard/search-query/to-meilisearch'
import type { Log } from '@jobboard/service/lifecycle/log'
import {
  addCounts,
  type Engine,
  type FacetCounts,
  type Found,
  type Match,
  type Search,
  type ValueCounts,
} from '../searches/search.ts'
import { type IndexClient, isMissing, MeilisearchError } from './peers.ts'
import type { PostgresEngine } from './postgres-engine.ts'
import type { IndexState } from './store.ts'

/** Above this number of changes that Meilisearch may not have yet, as after an import, Postgres searches alone. */
const MAX_PENDING = 1_000

/** Above this number of candidates whose text decides about a long phrase Postgres searches alone, which is faster. */
const MAX_UNDECIDED = 100

/** Above this cost of parsing its filter, some 1 000 words of wildcards, Postgres searches alone: the cost grows with the square
 * of the filter. */
const MAX_PARSING_COST = 20_000_000

/** A search of two requests that sends keep interrupting is left to Postgres after this many tries. */
const MAX_TRIES = 3

/** What the Meilisearch engine needs of the process. */
interface MeilisearchOptions {
  client: IndexClient
  /** Searches in its place, and decides about single candidates. */
  postgres: PostgresEngine
  /** The live index, with up to `pendingLimit` candidates that it may not have yet. */
  readState(pendingLimit: number): Promise<IndexState>
  log: Log
}

/** Engine in a Meilisearch server. Candidates that the index cannot decide about, because a change of theirs is pending or a
 * phrase is more than one link, are matched in Postgres and merged in, so every result is exact at every moment. */
export function meilisearch({ client, postgres, readState, log }: MeilisearchOptions): Engine {
  async function readLive(): Promise<LiveState> {
    const { isComplete, uid, ...state } = await readState(MAX_PENDING + 1)
    if (!isComplete || uid === null) throw unavailable('The search index is being built and')
    return { uid, ...state }
  }

  /** Runs `work` on the live index; again when a reindex has replaced that index meanwhile. */
  async function onLiveIndex<T>(
    work: (state: LiveState) => Promise<T>,
    reading: Promise<LiveState> = readLive(),
  ): Promise<T> {
    const state = await reading
    try {
      return await work(state)
    } catch (error) {
      if (!(error instanceof MeilisearchError)) throw error
      const next = isMissing(error) ? await readLive() : state
      if (next.uid !== state.uid) return onLiveIndex(work, Promise.resolve(next))
      log.error({ status: error.status, code: error.code, reason: error.message }, 'Meilisearch failed')
      throw unavailable('The search index')
    }
  }

  return {
    async checkReady(sandboxId) {
      if (sandboxId !== undefined) return postgres.checkReady(sandboxId)
      // A search, since an index without its settings would refuse one.
      const filter = ['consent > 0']
      await onLiveIndex(({ uid }) => client.search(uid, { filter, offset: 0, limit: 0, isSorted: false }))
    },

    async search(search, payable) {
      // No document of a sandbox is in an index.
      if (search.sandboxId !== undefined) return postgres.search(search, payable)
      const { certain, possible } = toMeilisearch(search.query, search.words)
      const undecided = possible === certain ? false : allOf([possible, noneOf(certain)])
      if (isTooLarge(certain) || isTooLarge(undecided)) return postgres.search(search, payable)
      const reading = readLive()
      reading.catch(() => {})
      await payable
      for (let i = 0; i < MAX_TRIES; i++) {
        const { found, state } = await onLiveIndex(
          async (state) => ({ found: await searchLive(state, search, certain, undecided), state }),
          i === 0 ? reading : undefined,
        )
        // Two requests find one state of the index unless a send of a change that was not pending began in between.
        if (undecided === false || isSameSend(await readState(0), state)) return found
      }
      return postgres.search(search)
    },
  }

  async function searchLive(
    { uid, pendingIds }: LiveState,
    search: Search,
    certain: IndexFilter,
    undecided: IndexFilter,
  ): Promise<Found> {
    if (pendingIds.length > MAX_PENDING) return postgres.search(search)
    const undecidedIds = await listUndecided(uid, search, undecided, pendingIds)
    if (!undecidedIds) return postgres.search(search)
    return mergeOwn(uid, search, certain, [...pendingIds, ...undecidedIds])
  }

  /** The candidates that match only if the text of their profile does. Undefined when they are too many. */
  async function listUndecided(
    uid: string,
    search: Search,
    undecided: IndexFilter,
    pendingIds: number[],
  ): Promise<number[] | undefined> {
    if (undecided === false) return []
    const filter = conditions(undecided, search, pendingIds)
    const range = { offset: 0, limit: MAX_UNDECIDED }
    const { total, hits } = await client.search(uid, { filter, ...range, isSorted: false })
    return total > MAX_UNDECIDED ? undefined : hits.map(({ id }) => id)
  }

  /** Matches the candidates `ownIds` in Postgres and all others in the index, and merges both. */
  async function mergeOwn(
    uid: string,
    search: Search,
    certain: IndexFilter,
    ownIds: number[],
  ): Promise<Found> {
    const own = ownIds.length > 0 ? await postgres.matchesAmong(search, ownIds) : []
    const page = offsetOf(search)
    const indexed =
      certain === false
        ? { total: 0, hits: [], facets: {} }
        : await client.search(uid, {
            filter: conditions(certain, search, ownIds),
            facets: indexFacets(search.facets),
            ...neededRange(own.length, page),
          })
    return {
      total: own.length + indexed.total,
      ids: mergePage(own, indexed.hits, page),
      counts: mergeCounts(search.facets, own, indexed.facets),
    }
  }
}

/** The state of an index that can be searched. */
type LiveState = Omit<IndexState, 'isComplete' | 'uid'> & { uid: string }

function isSameSend(now: IndexState, { uid, sending }: LiveState): boolean {
  return now.uid === uid && now.sending === sending
}

function isTooLarge(filter: IndexFilter): boolean {
  return typeof filter !== 'boolean' && parsingCost(printFilter(filter)) > MAX_PARSING_COST
}

/** All conditions of a request, without the candidates `exceptIds`. */
function conditions(
  filter: IndexFilter,
  { countryNumbers, activeSince, now }: Search,
  exceptIds: number[],
): string[] {
  const printed = typeof filter === 'boolean' ? [] : [printFilter(filter)]
  printed.push(`consent > ${now.getTime()}`)
  if (countryNumbers) printed.push(`country IN [${countryNumbers.join(', ')}]`)
  if (activeSince) printed.push(`active >= ${activeSince.getTime()}`)
  if (exceptIds.length > 0) printed.push(`id NOT IN [${exceptIds.join(', ')}]`)
  return printed
}

/** The attribute of an index document that has the value of a field. */
const attributes = { country: 'country', careerStatus: 'status' } as const

/** The attributes to count by. */
function indexFacets(facets: readonly FacetName[] = []) {
  return facets.map((name) => attributes[name])
}

/** The counts of both: of the candidates that Postgres decided about, and of the index without them. */
function mergeCounts(
  facets: readonly FacetName[] = [],
  own: readonly Match[],
  indexed: Readonly<Record<string, ValueCounts>>,
): FacetCounts {
  return Object.fromEntries(
    facets.map((name) => [name, addCounts([countBy(name, own), stated(indexed[attributes[name]])])]),
  )
}

function countBy(name: FacetName, matches: readonly Match[]): ValueCounts {
  return addCounts(matches.flatMap(({ [name]: value }) => (value ? [{ [value]: 1 }] : [])))
}

/** Without country 0, which stands for none; a status that is null is in no count. */
function stated({ 0: _, ...counts }: ValueCounts = {}): ValueCounts {
  return counts
}

type Ranked = Pick<Match, 'id' | 'active'>

/** Which of the indexed candidates a page needs when `own` candidates are to be merged into them. */
function neededRange(own: number, { offset, limit }: { offset: number; limit: number }) {
  const first = Math.max(0, offset - own)
  return { offset: first, limit: offset + limit - first }
}

/** The ids of the page at `offset`, of `own` and `indexed` candidates together: last active first, then id descending. `indexed`
 * is the `neededRange` of them. */
function mergePage(
  own: readonly Ranked[],
  indexed: readonly Ranked[],
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const merged = [...own, ...indexed].sort((a, b) => b.active - a.active || b.id - a.id)
  // Those that rank before the range are not in `merged`. An own one that ranks before them is counted too late by as many, and
  // still before the page.
  const start = offset - neededRange(own.length, { offset, limit }).offset
  return merged.slice(start, start + limit).map(({ id }) => id)
}
