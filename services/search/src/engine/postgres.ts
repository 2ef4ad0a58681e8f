import type { Db } from '@jobboard/db/db'
import { offsetOf } from '@jobboard/db/page'
import { fragment, type Tx } from '@jobboard/db/sql'
import { toPostgres } from '@jobboard/search-query/to-postgres'
import { isVisible } from '../store/candidate.ts'
import { checkComplete } from '../store/documents.ts'
import { withSearchTimeout } from '../store/search-timeout.ts'
import { tablesOf } from '../store/tokeniser.ts'
import type { Engine, Search } from './engine.ts'

/** What the Postgres engine needs of the process. */
export interface PostgresOptions {
  db: Db
  version: number
  /** Limit of one statement. */
  timeoutMs: number
}

/** The Postgres engine, with the look-up that other engines use for candidates they cannot decide. */
export interface PostgresEngine extends Engine {
  /** Those of the candidates that match, in any order. */
  matchesAmong(search: Search, candidateIds: number[]): Promise<{ id: number; active: number }[]>
}

/** Engine in the service's own database. The documents are the index. */
export function postgres({ db, version, timeoutMs }: PostgresOptions): PostgresEngine {
  const read = <T>(work: (sql: Tx) => Promise<T>) =>
    db.readTx((sql) =>
      withSearchTimeout(sql, timeoutMs, async () => {
        await checkComplete(sql, version)
        return work(sql)
      }),
    )
  return {
    checkReady: () => checkComplete(db.sql, version),

    search: (search) =>
      read(async (sql) => {
        const { offset, limit } = offsetOf(search)
        // The filters are always part of the text, so only four statements are prepared.
        const [result] = await sql<{ total: number; ids: number[] }>`
          with found as materialized (${matching(version, search)})
          select (select count(*) from found) as total,
            array(select id from found order by last_active_at desc, id desc limit ${limit} offset ${offset}) as ids`
        return result!
      }),

    matchesAmong: (search, candidateIds) =>
      read(async (sql) => {
        const rows = await sql<{ id: number; lastActiveAt: Date }>`
          ${matching(version, search)} and candidate_id = any(${candidateIds}::int[])`
        return rows.map(({ id, lastActiveAt }) => ({ id, active: lastActiveAt.getTime() }))
      }),
  }
}

function matching(version: number, { query, words, countryNumbers, activeSince, now }: Search) {
  const { strings, values } = toPostgres(query, words, { terms: 'document.terms', body: 'document.body' })
  const isTrue = fragment(strings as unknown as TemplateStringsArray, ...values)
  return fragment`
    select id, last_active_at from candidate join ${tablesOf(version).documents} document on candidate_id = id
    where ${isVisible(now)} and ${isTrue}
      and (${countryNumbers}::int[] is null or country_number = any(${countryNumbers}::int[]))
      and (${activeSince}::timestamptz is null or last_active_at >= ${activeSince}::timestamptz)`
}
