import type { Tx } from '@jobboard/db/sql'

/** How many applies of the day are used. The day's row stays locked, so that applies of one candidate take turns. */
export async function lockDailyApplies(sql: Tx, candidateId: number, day: string): Promise<number> {
  // The update that changes nothing locks the row, whether it was there or not, in one round trip.
  const [row] = await sql<{ used: number }>`
    insert into daily_apply (candidate_id, day, used) values (${candidateId}, ${day}, 0)
    on conflict (candidate_id, day) do update set used = daily_apply.used
    returning used`
  return row!.used
}

/** Writes the count of a day whose row this transaction has locked. */
export async function saveDailyApplies(
  sql: Tx,
  candidateId: number,
  day: string,
  used: number,
): Promise<void> {
  await sql`update daily_apply set used = ${used} where candidate_id = ${candidateId} and day = ${day}`
}
