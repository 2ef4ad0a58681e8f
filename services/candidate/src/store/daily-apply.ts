import type { Sql, Tx } from '@jobboard/db/sql'

/** Counts one apply on that day and returns the count that includes it. Locks the day's row until the commit, so that
 * each of several concurrent applies gets a count of its own. */
export async function countApply(sql: Tx, candidateId: number, day: string): Promise<number> {
  const [row] = await sql<{ used: number }>`
    insert into daily_apply (candidate_id, day, used) values (${candidateId}, ${day}, 1)
    on conflict (candidate_id, day) do update set used = daily_apply.used + 1
    returning used`
  return row!.used
}

/** The counts of a candidate that are stored, newest day first (UTC, `YYYY-MM-DD`). */
export function listDailyApplies(sql: Sql, candidateId: number): Promise<{ day: string; count: number }[]> {
  return sql`
    select to_char(day, 'YYYY-MM-DD') as day, used as count from daily_apply
    where candidate_id = ${candidateId} order by day desc`
}

/** Deletes up to `limit` counts of days before `before` (UTC, `YYYY-MM-DD`). */
export function deletePastDays(sql: Sql, before: string, limit: number): Promise<unknown[]> {
  return sql`
    delete from daily_apply where ctid = any(array(
      select ctid from daily_apply where day < ${before} order by day limit ${limit} for update skip locked))
    returning 1`
}
