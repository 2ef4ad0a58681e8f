import { unavailable } from '@jobboard/contracts/error'
import { offsetOf } from '@jobboard/db/page'
import { toMeilisearch } from '@jobboard/search-query/to-meilisearch'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { Engine, Found, Search } from '../engine.ts'
import type { PostgresEngine } from '../postgres.ts'
import { type IndexClient, type IndexFound, type IndexSearch, isMissing } from './index-client.ts'
import { MeilisearchError } from './meilisearch-error.ts'
import { indexFacets, mergeCounts } from './merge-counts.ts'
import { mergePage, neededRange } from './merge-page.ts'

/** Above this number of changes that Meilisearch may not have yet, as after an import, Postgres searches alone. */
export const MAX_PENDING = 1_000

/** Above this number of candidates whose text decides about a long phrase, Postgres searches alone. */
export const MAX_UNDECIDED = 2_000

/** What the Meilisearch engine needs of the process. */
export interface MeilisearchOptions {
  client: IndexClient
  /** Searches in its place, and decides about single candidates. */
  postgres: PostgresEngine
  /** Up to `limit` candidates with a change that the live index may not have yet. */
  listPendingIds(limit: number): Promise<number[]>
  /** Uid of the live index; undefined until one is built. */
  findLiveIndex(): Promise<string | undefined>
  log: Log
}

/** Engine in a Meilisearch server. Candidates that the index cannot decide about, because a change of theirs is pending or a
 * phrase is more than one link, are matched in Postgres and merged in, so every result is exact at every moment. */
export function meilisearch(options: MeilisearchOptions): Engine {
  const { client, postgres, listPendingIds, findLiveIndex, log } = options

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
      // Before the live index is read: a change that is sent to its successor alone is then pending here.
      const pendingIds = await listPendingIds(MAX_PENDING + 1)
      if (pendingIds.length > MAX_PENDING) return postgres.search(search)
      return onLiveIndex(async (uid) => {
        const ids = await listUndecided(uid, search, pendingIds)
        return ids ? searchLive(uid, search, ids) : postgres.search(search)
      })
    },
  }

  /** The candidates to match in Postgres: the pending ones, and those that match if a phrase of several links does.
   * Undefined when they are too many. */
  async function listUndecided(
    uid: string,
    search: Search,
    pendingIds: number[],
  ): Promise<number[] | undefined> {
    const { certain, possible } = toMeilisearch(search.query, search.words)
    if (possible === certain || possible === false) return pendingIds
    const isCertain = typeof certain === 'string' ? `NOT (${certain})` : !certain
    const filter = conditions([possible, isCertain], search, pendingIds)
    if (!filter) return pendingIds
    const { total, hits } = await client.search(uid, {
      filter,
      offset: 0,
      limit: MAX_UNDECIDED,
      isSorted: false,
    })
    return total > MAX_UNDECIDED ? undefined : [...pendingIds, ...hits.map(({ id }) => id)]
  }

  async function searchLive(uid: string, search: Search, undecidedIds: number[]): Promise<Found> {
    const own = undecidedIds.length > 0 ? await postgres.matchesAmong(search, undecidedIds) : []
    const page = offsetOf(search)
    const { certain } = toMeilisearch(search.query, search.words)
    const filter = conditions([certain], search, undecidedIds)
    const facets = indexFacets(search.facets)
    const indexed = filter
      ? await client.search(uid, { filter, facets, ...neededRange(own.length, page) })
      : NOBODY
    return {
      total: own.length + indexed.total,
      ids: mergePage(own, indexed.hits, page),
      counts: mergeCounts(search.facets, own, indexed.facets),
    }
  }
}

const NOBODY: IndexFound = { total: 0, hits: [], facets: {} }

/** All conditions of a request, without the candidates `exceptIds`. Undefined when nobody can match. */
function conditions(
  parts: (string | boolean)[],
  { countryNumbers, activeSince, now }: Search,
  exceptIds: number[],
): IndexSearch['filter'] | undefined {
  if (parts.includes(false)) return undefined
  const filter = parts.filter((part) => typeof part === 'string')
  filter.push(`consent > ${now.getTime()}`)
  if (countryNumbers) filter.push(`country IN [${countryNumbers.join(', ')}]`)
  if (activeSince) filter.push(`active >= ${activeSince.getTime()}`)
  if (exceptIds.length > 0) filter.push(`id NOT IN [${exceptIds.join(', ')}]`)
  return filter
}
