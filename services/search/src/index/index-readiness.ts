import type { Deps } from '@jobboard/service/lifecycle/deps'
import { openServer } from '../engine/engines.ts'
import type { SearchEnv } from '../env.ts'
import type { IndexClient } from './server/index-client.ts'
import { findLiveIndex } from './store/search-index.ts'

/** Shorter than the gateway's check of a service (2 s). */
const CHECK_TIMEOUT_MS = 1_000

/** Returns a check whether a search would find its index: one is live, and the search server has it. Always true with
 * Postgres. The check throws when the server does not respond. */
export function indexReadiness(version: number): (deps: Deps<SearchEnv>) => Promise<boolean> {
  const clients = new WeakMap<SearchEnv, IndexClient>()
  return async ({ db, env }) => {
    const client = clients.get(env) ?? openServer(env, CHECK_TIMEOUT_MS)
    if (!client) return true
    clients.set(env, client)
    const uid = await findLiveIndex(db.sql, version)
    return uid !== undefined && (await client.stats(uid)) !== null
  }
}
