import { MAX_COUNTED_DELIVERIES } from '@jobboard/contracts/limits'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { AttemptHour } from '../domain/attempt-steps.ts'
import { isPendingOfSubscription } from './due-delivery.ts'
import { planByIndex } from './plan-by-index.ts'

/** Adds counts of attempts to those of their subscriptions, which are locked. */
export async function addAttemptHours(sql: Tx, rows: readonly AttemptHour[]): Promise<void> {
  await sql`
    insert into attempt_hour as a (subscription_id, hour, succeeded, failed, durations)
    select "subscriptionId", hour, succeeded, failed, durations
    from json_to_recordset(${JSON.stringify(rows)}::json) as x("subscriptionId" integer, hour timestamptz,
      succeeded integer, failed integer, durations integer[])
    on conflict (subscription_id, hour) do update set succeeded = a.succeeded + excluded.succeeded,
      failed = a.failed + excluded.failed,
      durations = array(select x + y from unnest(a.durations, excluded.durations) as both_rows(x, y))`
}

/** The counts of a subscription from an hour on: one row of about 250 bytes an hour. */
export function listAttemptHours(
  sql: Sql,
  subscriptionId: number,
  since: Date,
): Promise<Omit<AttemptHour, 'subscriptionId'>[]> {
  return sql`
    select hour, succeeded, failed, durations from attempt_hour
    where subscription_id = ${subscriptionId} and hour >= ${since} order by hour`
}

/** What waits of a subscription, counted up to a limit, and when the first is due; null without any. */
export async function getPending(
  sql: Tx,
  subscriptionId: number,
): Promise<{ pending: number; nextAttemptAt: Date | null }> {
  await planByIndex(sql)
  const [row] = await sql<{ pending: number; nextAttemptAt: Date | null }>`
    select count(*)::integer as pending, min(due_at) as next_attempt_at from (
      select d.due_at from subscription s cross join lateral (
        select due_at from delivery where ${isPendingOfSubscription('infinity')}
        order by subscription_id, due_at limit ${MAX_COUNTED_DELIVERIES}) as d
      where s.id = ${subscriptionId}) as first_due`
  return row!
}

/** Deletes the counts of up to `limit` hours of a subscription that began before `before`. */
export function deleteOldAttemptHours(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from attempt_hour where (subscription_id, hour) in (
      select subscription_id, hour from attempt_hour where hour < ${before} order by hour limit ${limit}
      for update skip locked)
    returning 1`
}
