import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import { checkComplete } from '../documents/store.ts'
import type { Engine, Match, Search } from '../searches/search.ts'
import { findAmong, findPage, withSearchTimeout } from '../searches/store.ts'

/** The Postgres engine, with the look-up that other engines use for candidates they cannot decide. */
export interface PostgresEngine extends Engine {
  /** Those of the candidates that match, in any order, with their values of the requested facets. */
  matchesAmong(search: Search, candidateIds: number[]): Promise<Match[]>
}

/** Engine in the service's own database. The documents are the index. `timeoutMs` limits one statement. */
export function postgres({
  db,
  version,
  timeoutMs,
}: {
  db: Db
  version: number
  timeoutMs: number
}): PostgresEngine {
  const read = <T>({ sandboxId }: Pick<Search, 'sandboxId'>, work: (sql: Tx) => Promise<T>) =>
    db.readTx((sql) =>
      withSearchTimeout(sql, timeoutMs, async () => {
        const [, result] = await Promise.all([checkComplete(sql, version, sandboxId), work(sql)])
        return result
      }),
    )
  return {
    checkReady: (sandboxId) => checkComplete(db.sql, version, sandboxId),

    async search(search, payable) {
      await payable
      return read(search, (sql) => findPage(sql, version, search))
    },

    matchesAmong: (search, candidateIds) =>
      read(search, async (sql) => {
        const rows = await findAmong(sql, version, search, candidateIds)
        return rows.map(({ lastActiveAt, ...match }) => ({ ...match, active: lastActiveAt.getTime() }))
      }),
  }
}
