import { unavailable } from '@jobboard/contracts/error'
import { offsetOf } from '@jobboard/db/page'
import {
  allOf,
  type IndexFilter,
  noneOf,
  parsingCost,
  printFilter,
} from '@jobboard/search-query/index-filter'
import { toMeilisearch } from '@jobboard/search-query/to-meilisearch'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { Engine, Found, Search } from '../engine.ts'
import type { PostgresEngine } from '../postgres.ts'
import { type IndexClient, isMissing } from './index-client.ts'
import { MeilisearchError } from './meilisearch-error.ts'
import { indexFacets, mergeCounts } from './merge-counts.ts'
import { mergePage, neededRange } from './merge-page.ts'

/** Above this number of changes that Meilisearch may not have yet, as after an import, Postgres searches alone. */
const MAX_PENDING = 1_000

/** Above this number of candidates whose text decides about a long phrase, Postgres searches alone. */
const MAX_UNDECIDED = 1_000

/** Above this cost of parsing its filter, some 1 000 words of wildcards, Postgres searches alone: the cost grows with the square
 * of the filter. */
const MAX_PARSING_COST = 20_000_000

/** A search of two requests that sends keep interrupting is left to Postgres after this many tries. */
const MAX_TRIES = 3

/** What the Meilisearch engine needs of the process. */
export interface MeilisearchOptions {
  client: IndexClient
  /** Searches in its place, and decides about single candidates. */
  postgres: PostgresEngine
  /** Up to `limit` candidates with a change that the live index may not have yet. */
  listPendingIds(limit: number): Promise<number[]>
  /** Uid of the live index; undefined until one is built. */
  findLiveIndex(): Promise<string | undefined>
  /** A text that changes when a send to the live index begins, and when another index goes live. */
  findLiveSend(): Promise<string | undefined>
  log: Log
}

/** Engine in a Meilisearch server. Candidates that the index cannot decide about, because a change of theirs is pending or a
 * phrase is more than one link, are matched in Postgres and merged in, so every result is exact at every moment. */
export function meilisearch(options: MeilisearchOptions): Engine {
  const { client, postgres, listPendingIds, findLiveIndex, findLiveSend, log } = options

  /** Runs `work` on the live index; again when a reindex has replaced that index meanwhile. */
  async function onLiveIndex<T>(work: (uid: string) => Promise<T>, uid?: string): Promise<T> {
    const live = uid ?? (await findLiveIndex())
    if (!live) throw unavailable('The search index is being built and')
    try {
      return await work(live)
    } catch (error) {
      if (!(error instanceof MeilisearchError)) throw error
      const next = isMissing(error) ? await findLiveIndex() : undefined
      if (next && next !== live) return onLiveIndex(work, next)
      log.error({ status: error.status, code: error.code, reason: error.message }, 'Meilisearch failed')
      throw unavailable('The search index')
    }
  }

  return {
    async checkReady() {
      await postgres.checkReady()
      // A search, since an index without its settings would refuse one.
      const filter = ['consent > 0']
      await onLiveIndex((uid) => client.search(uid, { filter, offset: 0, limit: 0, isSorted: false }))
    },

    async search(search) {
      await postgres.checkReady()
      const { certain, possible } = toMeilisearch(search.query, search.words)
      const undecided = possible === certain ? false : allOf([possible, noneOf(certain)])
      if (isTooLarge(certain) || isTooLarge(undecided)) return postgres.search(search)
      if (undecided === false) return searchOnce(search, certain, undecided)
      for (let i = 0; i < MAX_TRIES; i++) {
        // Two requests find one state of the index unless a send of a change that was not pending began in between.
        const sendBefore = await findLiveSend()
        const found = await searchOnce(search, certain, undecided)
        if ((await findLiveSend()) === sendBefore) return found
      }
      return postgres.search(search)
    },
  }

  async function searchOnce(search: Search, certain: IndexFilter, undecided: IndexFilter): Promise<Found> {
    // Before the live index is read: a change that is sent to its successor alone is then pending here.
    const pendingIds = await listPendingIds(MAX_PENDING + 1)
    if (pendingIds.length > MAX_PENDING) return postgres.search(search)
    return onLiveIndex(async (uid) => {
      const undecidedIds = await listUndecided(uid, search, undecided, pendingIds)
      if (!undecidedIds) return postgres.search(search)
      return searchLive(uid, search, certain, [...pendingIds, ...undecidedIds])
    })
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
  async function searchLive(
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
