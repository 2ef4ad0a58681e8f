import { type Db, openDb } from '@jobboard/db/db'
import { currentTokeniser } from '@jobboard/search/documents/tokeniser'
import { meilisearch } from '@jobboard/search/index/meilisearch-engine'
import { openIndexClient } from '@jobboard/search/index/peers'
import { postgres } from '@jobboard/search/index/postgres-engine'
import { readIndexState } from '@jobboard/search/index/store'
import type { Search } from '@jobboard/search/searches/search'
import { expandWildcards, findPage, withSearchTimeout } from '@jobboard/search/searches/store'
import { parse } from '@jobboard/search-query/parse'
import type { Log as ServiceLog } from '@jobboard/service/lifecycle/log'

const TIMEOUT_MS = 4_000

/** The engine of the service alone, without gateway, credits and candidates. */
export interface RawEngine {
  name: 'postgres' | 'meilisearch'
  /** First page of a search, and the time of the engine: of its one statement in Postgres, without begin, settings and commit;
   * of its HTTP requests to Meilisearch. */
  search(query: string, pageSize: number): Promise<{ total: number; tookMs: number }>
  close(): Promise<void>
}

/** Opens the engine that `SEARCH_ENGINE` names. */
export function openRawEngine(env: Record<string, string | undefined>): RawEngine {
  const db = openDb({ url: env.DATABASE_URL!, poolSize: 2 })
  const run = env.SEARCH_ENGINE === 'meilisearch' ? inMeilisearch(db, env) : inPostgres(db)
  return {
    name: env.SEARCH_ENGINE === 'meilisearch' ? 'meilisearch' : 'postgres',
    async search(query, pageSize) {
      const node = parse(query)
      const service = { db, env: { SEARCH_TIMEOUT_MS: TIMEOUT_MS } }
      const words = await expandWildcards(service, version, { query: node, sandboxId: undefined })
      const filters = { sandboxId: undefined, countryNumbers: null, activeSince: null, now: new Date() }
      return run({ query: node, words, ...filters, page: 1, pageSize })
    },
    close: () => db.close(),
  }
}

const { version } = currentTokeniser

type Run = (search: Search) => Promise<{ total: number; tookMs: number }>

function inPostgres(db: Db): Run {
  return (search) =>
    db.readTx((sql) =>
      withSearchTimeout(sql, TIMEOUT_MS, async () => {
        const begin = performance.now()
        const { total } = await findPage(sql, version, search)
        return { total, tookMs: performance.now() - begin }
      }),
    )
}

function inMeilisearch(db: Db, env: Record<string, string | undefined>): Run {
  const client = openIndexClient({ url: env.MEILI_URL!, key: env.MEILI_MASTER_KEY!, timeoutMs: TIMEOUT_MS })
  let tookMs = 0
  const engine = meilisearch({
    client: {
      ...client,
      async search(uid, search) {
        const begin = performance.now()
        const found = await client.search(uid, search)
        tookMs += performance.now() - begin
        return found
      },
    },
    postgres: postgres({ db, version, timeoutMs: TIMEOUT_MS }),
    readState: (pendingLimit) => readIndexState(db.sql, version, pendingLimit),
    log: console as unknown as ServiceLog,
  })
  return async (search) => {
    tookMs = 0
    const { total } = await engine.search(search)
    return { total, tookMs }
  }
}
