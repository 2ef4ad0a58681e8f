import { type EnqueuedTaskPromise, Meilisearch, type Settings } from 'meilisearch'
import type { SearchEnv } from '../env.ts'
import type { IndexDocument } from './index-document.ts'

/** One request for a page of the candidates that match a filter: last active first, then id descending. */
interface IndexSearch {
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
interface IndexFound {
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

const POLL_MS = 25
/** Of one task, including its wait for earlier ones. */
const TASK_TIMEOUT_MS = 120_000
/** Error code of a request to an index that does not exist. */
const MISSING = 'index_not_found'

/** The server of an outside engine; undefined when Postgres is the engine. `timeoutMs` limits each request. */
export function openServer(env: SearchEnv, timeoutMs: number): IndexClient | undefined {
  if (env.SEARCH_ENGINE !== 'meilisearch') return undefined
  return openIndexClient({ url: env.MEILI_URL!, key: env.MEILI_MASTER_KEY!, timeoutMs })
}

interface Server {
  url: string
  key: string
  /** Limits each request. */
  timeoutMs: number
}

/** Client of a Meilisearch server. */
export function openIndexClient({ url, key, timeoutMs }: Server): IndexClient {
  const server = new Meilisearch({ host: url, apiKey: key, httpClient: safeFetch(timeoutMs) })

  /** Waits for a task. Throws unless it succeeded, or failed with `allowed`. */
  async function succeeded(task: EnqueuedTaskPromise, allowed?: string): Promise<void> {
    const options = { timeout: TASK_TIMEOUT_MS, interval: POLL_MS }
    const { status, error, uid } = await task.waitTask(options).catch(rethrow)
    const code = codeOf(error)
    if (status === 'succeeded' || (allowed && code === allowed)) return
    throw new MeilisearchError(`Meilisearch task ${uid} ${status} ${code ?? ''}`.trimEnd(), { code })
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
      if (!(await stats(uid))) throw new MeilisearchError('Meilisearch has no such index', { code: MISSING })
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
        const page = { offset: uids.length, limit: 1_000 }
        const { results, total } = await server.getRawIndexes(page).catch(rethrow)
        uids.push(...results.map(({ uid }) => uid))
        if (results.length === 0 || uids.length >= total) return uids
      }
    },
    delete: (uid) => succeeded(server.deleteIndex(uid), MISSING),
    async search(uid, { facets = [], isSorted = true, ...search }) {
      const request = {
        ...search,
        ...(facets.length > 0 ? { facets } : {}),
        ...(isSorted ? { sort: ['active:desc', 'id:desc'] } : {}),
        attributesToRetrieve: ['id' as const, 'active' as const],
      }
      const index = server.index<{ id: number; active: number }>(uid)
      const found = await index.search(null, request).catch(rethrow)
      const hits = found.hits.map(({ id, active }) => ({ id, active }))
      return { total: found.estimatedTotalHits, hits, facets: found.facetDistribution ?? {} }
    },
  }
}

/** Whether a request failed because the index does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof MeilisearchError && error.code === MISSING
}

// The client wraps the errors of `safeFetch` in its own; those of a task that does not end in time are its own.
function rethrow(error: unknown): never {
  const { name, cause } = error as Error
  if (cause instanceof MeilisearchError) throw cause
  throw new MeilisearchError(`Meilisearch request failed: ${name}`)
}

/** `fetch` for the Meilisearch client that ends after `timeoutMs` and returns the parsed body. Throws MeilisearchError: the
 * errors of the client and of Meilisearch quote filters and documents. */
function safeFetch(timeoutMs: number): (...args: Parameters<typeof fetch>) => Promise<unknown> {
  return async (url, init) => {
    // Meilisearch sends a compressed response in several packets, of which the last waits 40 ms for an acknowledgement.
    const headers = new Headers(init?.headers)
    headers.set('accept-encoding', 'identity')
    const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])]
    let status: number
    let text: string
    try {
      const signal = AbortSignal.any(signals)
      const response = await fetch(url, { ...init, headers, redirect: 'error', signal })
      status = response.status
      text = await response.text()
    } catch (error) {
      throw new MeilisearchError(`Meilisearch did not respond: ${reasonOf(error)}`)
    }
    const body = parsed(text)
    if (status < 300 && body !== undefined) return body
    const code = codeOf(body)
    throw new MeilisearchError(`Meilisearch responded ${status} ${code ?? ''}`.trimEnd(), { status, code })
  }
}

/** The error code of a response or of a failed task. */
function codeOf(body: unknown): string | undefined {
  const code = (body as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' && /^[a-z_]{1,100}$/.test(code) ? code : undefined
}

// `{}` for an empty body; undefined for one that is not JSON, such as the page of a proxy.
function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  const code = cause?.code
  return typeof code === 'string' && /^[A-Z_0-9]{1,50}$/.test(code) ? code : (name ?? 'error')
}

/** A request to Meilisearch, or a task in it, that failed. Its message never holds the key, a filter or a document. */
export class MeilisearchError extends Error {
  /** HTTP status; undefined when no response arrived or a task failed. */
  readonly status: number | undefined
  /** Error code of Meilisearch, such as `index_not_found`. */
  readonly code: string | undefined

  constructor(message: string, { status, code }: { status?: number; code?: string | undefined } = {}) {
    super(message)
    this.name = 'MeilisearchError'
    this.status = status
    this.code = code
  }
}

const equality = { facetSearch: false, filter: { equality: true, comparison: false } }
const comparison = { facetSearch: false, filter: { equality: false, comparison: true } }

/** Settings of an index. Without searchable attributes Meilisearch builds no word and proximity databases; the set is decided by
 * filters alone. */
const indexSettings: Settings = {
  searchableAttributes: [],
  displayedAttributes: ['id', 'active'],
  filterableAttributes: [
    { attributePatterns: ['id', 't', 'w', 'country', 'status'], features: equality },
    { attributePatterns: ['active', 'consent'], features: comparison },
  ],
  sortableAttributes: ['active', 'id'],
  rankingRules: ['sort'],
  typoTolerance: { enabled: false },
  prefixSearch: 'disabled',
  facetSearch: false,
  // More than there are countries (249).
  faceting: { maxValuesPerFacet: 300 },
  // Pages beyond it would be empty, and totals capped.
  pagination: { maxTotalHits: 1_000_000_000 },
  // By default a search of more than 1.5 s returns a page in the wrong order. Ours ends at its own timeout.
  searchCutoffMs: 60_000,
}
