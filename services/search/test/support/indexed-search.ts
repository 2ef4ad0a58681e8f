import { parse } from '@jobboard/search-query/parse'
import { openMetrics } from '@jobboard/service/metrics/registry'
import { eventually } from '@jobboard/testkit/eventually'
import { currentTokeniser } from '../../src/documents/document.ts'
import type { IndexDocument } from '../../src/index/index-document.ts'
import { meilisearch } from '../../src/index/meilisearch-engine.ts'
import { type IndexClient, openIndexClient } from '../../src/index/peers.ts'
import { postgres } from '../../src/index/postgres-engine.ts'
import { readIndexState } from '../../src/index/store.ts'
import { searchIndexWorker } from '../../src/index/workers.ts'
import { expandWildcards } from '../../src/searches/store.ts'
import type { TestMeilisearch } from './meilisearch.ts'
import type { SearchService } from './setup.ts'

export const VERSION = currentTokeniser.version

/** The environment of a process that searches with this server. */
export function meilisearchEnv({ url, key }: TestMeilisearch): Record<string, string> {
  return { SEARCH_ENGINE: 'meilisearch', MEILI_URL: url, MEILI_MASTER_KEY: key }
}

/** A client of the search server of a test. */
export function clientOf({ url, key }: TestMeilisearch): IndexClient {
  return openIndexClient({ url, key, timeoutMs: 4_000 })
}

/** Starts the worker of one replica. */
export function startIndexWorker({ deps }: SearchService, client: IndexClient, version = VERSION) {
  return searchIndexWorker(version, () => client)(deps, openMetrics())
}

/** Resolves when the index is live and no change is pending. */
export function indexed({ deps: { db } }: SearchService, version = VERSION): Promise<unknown> {
  return eventually(
    'the index to hold every change',
    async () => {
      const { uid, pendingIds } = await readIndexState(db.sql, version, 1)
      const running = await db.sql`select 1 from search_reindex where finished_at is null`
      return uid !== null && pendingIds.length === 0 && running.length === 0
    },
    60_000,
  )
}

/** Searches with both engines. */
export function bothEngines({ deps }: SearchService, client: IndexClient) {
  const { db, log, clock } = deps
  const inPostgres = postgres({ db, version: VERSION, timeoutMs: 4_000 })
  const inMeilisearch = meilisearch({
    client,
    postgres: inPostgres,
    log,
    readState: (pendingLimit) => readIndexState(db.sql, VERSION, pendingLimit),
  })
  const search = async (text: string) => {
    const query = parse(text)
    const words = await expandWildcards(deps, VERSION, { query, sandboxId: undefined })
    const now = clock.now()
    return {
      query,
      words,
      sandboxId: undefined,
      countryNumbers: null,
      activeSince: null,
      now,
      page: 1,
      pageSize: 100,
    }
  }
  return {
    meilisearch: async (text: string) => inMeilisearch.search(await search(text)),
    postgres: async (text: string) => inPostgres.search(await search(text)),
  }
}

/** Every document of an index, by id, without the one that marks the last send. */
export async function documentsOf(
  { url, key }: TestMeilisearch,
  uid: string,
): Promise<Map<number, IndexDocument>> {
  const response = await fetch(`${url}/indexes/${uid}/documents/fetch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limit: 100_000 }),
  })
  const { results } = (await response.json()) as { results: IndexDocument[] }
  return new Map(results.filter(({ id }) => id !== 0).map((document) => [document.id, document]))
}
