import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { SearchEnv } from '../env.ts'
import { meilisearch } from '../index/engine/meilisearch.ts'
import { type IndexClient, openIndexClient } from '../index/server/index-client.ts'
import { readIndexState } from '../index/store/search-index.ts'
import type { Engine } from './engine.ts'
import { postgres } from './postgres.ts'

/** The server of an outside engine; undefined when Postgres is the engine. `timeoutMs` limits each request. */
export function openServer(env: SearchEnv, timeoutMs: number): IndexClient | undefined {
  if (env.SEARCH_ENGINE !== 'meilisearch') return undefined
  return openIndexClient({ url: env.MEILI_URL!, key: env.MEILI_MASTER_KEY!, timeoutMs })
}

/** The engine that `SEARCH_ENGINE` names, for a tokeniser version. */
export function openEngine({ db, env, log }: Deps<SearchEnv>, version: number): Engine {
  const own = postgres({ db, version, timeoutMs: env.SEARCH_TIMEOUT_MS })
  const client = openServer(env, env.SEARCH_TIMEOUT_MS)
  if (!client) return own
  return meilisearch({
    client,
    postgres: own,
    log,
    readState: (pendingLimit) => readIndexState(db.sql, version, pendingLimit),
  })
}
