import type { Deps } from '@jobboard/service/lifecycle/deps'
import { openServer } from '../engine/engines.ts'
import type { SearchEnv } from '../env.ts'
import type { IndexClient } from './server/index-client.ts'
import { findLiveIndex } from './store/search-index.ts'

/** Shorter than the gateway's check of a service (2 s). */
const CHECK_TIMEOUT_MS = 1_000

/** The search server as the check of readiness calls it; undefined with Postgres. */
export interface CheckedIndex {
  checkedIndex: IndexClient | undefined
}

export function openCheckedIndex(env: SearchEnv): IndexClient | undefined {
  return openServer(env, CHECK_TIMEOUT_MS)
}

/** Returns a check whether a search would find its index: one is live, and the search server has it. Always true with
 * Postgres. The check throws when the server does not respond. */
export function indexReadiness(version: number) {
  return async ({ db, checkedIndex: client }: Pick<Deps, 'db'> & CheckedIndex): Promise<boolean> => {
    if (!client) return true
    const uid = await findLiveIndex(db.sql, version)
    return uid !== undefined && (await client.stats(uid)) !== null
  }
}
