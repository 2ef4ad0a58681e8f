import { fragment, type Sql } from '@jobboard/db/sql'

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
