import { fragment, type Sql, type Tx } from '@jobboard/db/sql'

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

/** When a key was used: milliseconds since 1970, business clock. */
export interface KeyUse {
  keyId: number
  usedAtMs: number
}

/** Moves the last use of these keys forward, never back (D-18); unknown ids are ignored. Leaves versions
 * unchanged, so that nothing is published to gateways. */
export async function saveKeyUses(sql: Sql, kind: 'recruiter' | 'candidate', uses: KeyUse[]): Promise<void> {
  if (uses.length === 0) return
  const table = kind === 'recruiter' ? fragment`recruiter_key` : fragment`candidate_key`
  const ids = uses.map(({ keyId }) => keyId)
  const times = uses.map(({ usedAtMs }) => usedAtMs)
  // Locked in order of id: two batches with the same keys cannot deadlock.
  await sql`
    with use as (
      select key_id, to_timestamp(max(used_at_ms) / 1000) as used_at
      from unnest(${ids}::integer[], ${times}::float8[]) as given (key_id, used_at_ms) group by key_id
    ), locked as (
      select id, used_at from ${table} join use on use.key_id = id
      where last_used_at is null or last_used_at < used_at
      order by id for no key update of ${table}
    )
    update ${table} set last_used_at = greatest(last_used_at, locked.used_at)
    from locked where ${table}.id = locked.id`
}
