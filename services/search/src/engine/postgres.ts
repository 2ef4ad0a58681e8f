import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import type { Match, Search } from '../domain/search.ts'
import { checkComplete } from '../store/documents.ts'
import { findAmong, findPage } from '../store/found.ts'
import { withSearchTimeout } from '../store/search-timeout.ts'
import type { Engine } from './engine.ts'

/** What the Postgres engine needs of the process. */
export interface PostgresOptions {
  db: Db
  version: number
  /** Limit of one statement. */
  timeoutMs: number
}

/** The Postgres engine, with the look-up that other engines use for candidates they cannot decide. */
export interface PostgresEngine extends Engine {
  /** Those of the candidates that match, in any order, with their values of the requested facets. */
  matchesAmong(search: Search, candidateIds: number[]): Promise<Match[]>
}

/** Engine in the service's own database. The documents are the index. */
export function postgres({ db, version, timeoutMs }: PostgresOptions): PostgresEngine {
  const read = <T>(work: (sql: Tx) => Promise<T>) =>
    db.readTx((sql) =>
      withSearchTimeout(sql, timeoutMs, async () => {
        const [, result] = await Promise.all([checkComplete(sql, version), work(sql)])
        return result
      }),
    )
  return {
    checkReady: () => checkComplete(db.sql, version),

    async search(search, payable) {
      await payable
      return read((sql) => findPage(sql, version, search))
    },

    matchesAmong: (search, candidateIds) =>
      read(async (sql) => {
        const rows = await findAmong(sql, version, search, candidateIds)
        return rows.map(({ lastActiveAt, ...match }) => ({ ...match, active: lastActiveAt.getTime() }))
      }),
  }
}
