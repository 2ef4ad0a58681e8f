import type { Sql, Tx } from '@jobboard/db/sql'

/** Calls of one key, UTC day and limit family, by the class of their status. */
export interface KeyCalls {
  keyId: number
  /** YYYY-MM-DD, business clock. */
  date: string
  family: string
  ok: number
  clientErrors: number
  rateLimited: number
  serverErrors: number
}

/** Adds calls to those that were counted before. */
export async function addKeyUsage(sql: Tx, calls: KeyCalls[]): Promise<void> {
  if (calls.length === 0) return
  // In order of the primary key: two reports with the same keys cannot deadlock.
  await sql`
    insert into key_usage
    select key_id, day::date, family, sum(ok), sum(client_errors), sum(rate_limited), sum(server_errors)
    from jsonb_to_recordset(${JSON.stringify(calls.map(toRow))}) as given (key_id integer, day text, family text,
      ok integer, client_errors integer, rate_limited integer, server_errors integer)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (key_id, day, family) do update set ok = key_usage.ok + excluded.ok,
      client_errors = key_usage.client_errors + excluded.client_errors,
      rate_limited = key_usage.rate_limited + excluded.rate_limited,
      server_errors = key_usage.server_errors + excluded.server_errors`
}

/** The calls of a key on the day of `since` and later, newest day first. */
export function listKeyUsage(sql: Sql, keyId: number, since: Date): Promise<Omit<KeyCalls, 'keyId'>[]> {
  return sql<Omit<KeyCalls, 'keyId'>>`
    select day::text as date, family, ok, client_errors, rate_limited, server_errors from key_usage
    where key_id = ${keyId} and day >= ${dayOf(since)}::date order by day desc, family collate "C"`
}

/** Deletes up to `limit` rows of days before that of `before`. */
export function deleteOldKeyUsage(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from key_usage where ctid = any(array(
      select ctid from key_usage where day < ${dayOf(before)}::date order by day limit ${limit} for update skip locked))
    returning 1`
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

function toRow({ keyId, date, family, ok, clientErrors, rateLimited, serverErrors }: KeyCalls) {
  return {
    ...{ key_id: keyId, day: date, family, ok },
    ...{ client_errors: clientErrors, rate_limited: rateLimited, server_errors: serverErrors },
  }
}
