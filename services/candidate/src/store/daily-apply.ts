import type { Sql, Tx } from '@jobboard/db/sql'

/** Applies used on that day. Locks the day's row, which serialises the applies of one candidate. */
export async function lockDailyApplies(sql: Tx, candidateId: number, day: string): Promise<number> {
  // The no-op update locks the row, new or existing, in one round trip.
  const [row] = await sql<{ used: number }>`
    insert into daily_apply (candidate_id, day, used) values (${candidateId}, ${day}, 0)
    on conflict (candidate_id, day) do update set used = daily_apply.used
    returning used`
  return row!.used
}

/** Saves the count of a day whose row this transaction has locked. */
export async function saveDailyApplies(
  sql: Tx,
  candidateId: number,
  day: string,
  used: number,
): Promise<void> {
  await sql`update daily_apply set used = ${used} where candidate_id = ${candidateId} and day = ${day}`
}

/** Deletes up to `limit` counts of days before `before` (UTC, `YYYY-MM-DD`). */
export function deletePastDays(sql: Sql, before: string, limit: number): Promise<unknown[]> {
  return sql`
    delete from daily_apply where ctid = any(array(
      select ctid from daily_apply where day < ${before} order by day limit ${limit} for update skip locked))
    returning 1`
}
