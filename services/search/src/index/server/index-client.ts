import { type EnqueuedTaskPromise, Meilisearch } from 'meilisearch'
import type { IndexDocument } from '../index-document.ts'
import { MeilisearchError } from './meilisearch-error.ts'
import { codeOf, safeFetch } from './safe-fetch.ts'
import { indexSettings } from './settings.ts'

/** One request for a page of the candidates that match a filter: last active first, then id descending. */
export interface IndexSearch {
  /** Conditions that must all hold. */
  filter: string[]
  /** False: in any order, which is faster. */
  isSorted?: boolean
  offset: number
  limit: number
  /** Attributes whose values are counted over all matches. */
  facets?: ('country' | 'status')[]
}

/** Result of a search of the index. `facets` has the number of matches by attribute and value. */
export interface IndexFound {
  total: number
  hits: { id: number; active: number }[]
  facets: Record<string, Record<string, number>>
}

/** The indexes of a Meilisearch server. Every method throws MeilisearchError, within its timeout, when the server is away or
 * refuses. */
export interface IndexClient {
  /** Creates an index with its settings; does nothing to one that has them. */
  create(uid: string): Promise<void>
  /** Adds or replaces documents in one task. Resolves when they are searchable. */
  put(uid: string, documents: IndexDocument[]): Promise<void>
  /** Removes documents in one task. Resolves when they are no longer found. */
  remove(uid: string, ids: number[]): Promise<void>
  /** Returns the free pages of an index to the file system; needs as much space again meanwhile. */
  compact(uid: string): Promise<void>
  /** Number of documents; null when there is no such index. */
  stats(uid: string): Promise<{ documents: number } | null>
  /** Uids of all indexes of the server. */
  list(): Promise<string[]>
  /** Deletes an index, if it exists. */
  delete(uid: string): Promise<void>
  search(uid: string, search: IndexSearch): Promise<IndexFound>
}

/** Times in milliseconds: of one request, and of one task including its wait for earlier tasks. */
export interface IndexClientOptions {
  url: string
  key: string
  timeoutMs: number
  taskTimeoutMs?: number
}

const POLL_MS = 25

/** Client of a Meilisearch server. */
export function openIndexClient({
  url,
  key,
  timeoutMs,
  taskTimeoutMs = 120_000,
}: IndexClientOptions): IndexClient {
  const server = new Meilisearch({ host: url, apiKey: key, httpClient: safeFetch(timeoutMs) })

  /** Waits for a task. Throws unless it succeeded, or failed with `allowed`. */
  async function succeeded(task: EnqueuedTaskPromise, allowed?: string): Promise<void> {
    const { status, error, uid } = await task
      .waitTask({ timeout: taskTimeoutMs, interval: POLL_MS })
      .catch(rethrow)
    const code = codeOf(error)
    if (status === 'succeeded' || (allowed && code === allowed)) return
    throw new MeilisearchError(
      `Meilisearch task ${uid} ${status} ${code ?? ''}`.trimEnd(),
      code ? { code } : {},
    )
  }

  async function stats(uid: string): Promise<{ documents: number } | null> {
    try {
      const { numberOfDocuments } = await server.index(uid).getStats().catch(rethrow)
      return { documents: numberOfDocuments }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    async create(uid) {
      await succeeded(server.createIndex(uid, { primaryKey: 'id' }), 'index_already_exists')
      await succeeded(server.index(uid).updateSettings(indexSettings))
    },
    async put(uid, documents) {
      if (documents.length === 0) return
      // Meilisearch would create a missing index, without settings.
      if (!(await stats(uid))) throw missingIndex()
      await succeeded(server.index<IndexDocument>(uid).addDocuments(documents))
    },
    async remove(uid, ids) {
      if (ids.length > 0) await succeeded(server.index(uid).deleteDocuments(ids))
    },
    compact: (uid) => succeeded(server.index(uid).compact()),
    stats,
    async list() {
      const uids: string[] = []
      for (;;) {
        const { results, total } = await server
          .getRawIndexes({ offset: uids.length, limit: 1_000 })
          .catch(rethrow)
        uids.push(...results.map(({ uid }) => uid))
        if (results.length === 0 || uids.length >= total) return uids
      }
    },
    delete: (uid) => succeeded(server.deleteIndex(uid), 'index_not_found'),
    async search(uid, { facets = [], isSorted = true, ...search }) {
      const request = {
        ...search,
        ...(facets.length > 0 ? { facets } : {}),
        ...(isSorted ? { sort: ['active:desc', 'id:desc'] } : {}),
        attributesToRetrieve: ['id' as const, 'active' as const],
      }
      const found = await server
        .index<{ id: number; active: number }>(uid)
        .search(null, request)
        .catch(rethrow)
      const hits = found.hits.map(({ id, active }) => ({ id, active }))
      return { total: found.estimatedTotalHits, hits, facets: found.facetDistribution ?? {} }
    },
  }
}

/** What a request to an index that does not exist throws. */
function missingIndex(): MeilisearchError {
  return new MeilisearchError('Meilisearch has no such index', { code: 'index_not_found' })
}

/** Whether a request failed because the index does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof MeilisearchError && error.code === 'index_not_found'
}

// The client wraps the errors of `safeFetch` in its own; those of a task that does not end in time are its own.
function rethrow(error: unknown): never {
  const { name, cause } = error as Error
  if (cause instanceof MeilisearchError) throw cause
  throw new MeilisearchError(`Meilisearch request failed: ${name}`)
}
