import { MAX_COUNTED_DELIVERIES } from '@jobboard/contracts/limits'
import type { Sql, Tx } from '@jobboard/db/sql'
import { isPendingOfSubscription, planByIndex } from '../sending/store.ts'
import type { AttemptHour, Pending } from './stats.ts'

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

/** The counts of subscriptions from an hour on: of each one row of about 300 bytes an hour. */
export function listAttemptHours(
  sql: Sql,
  subscriptionIds: readonly number[],
  since: Date,
): Promise<AttemptHour[]> {
  return sql`
    select subscription_id, hour, succeeded, failed, durations from attempt_hour
    where subscription_id = any(${subscriptionIds}::integer[]) and hour >= ${since}`
}

/** What waits of each subscription. */
export async function listPending(sql: Tx, subscriptionIds: readonly number[]): Promise<Pending[]> {
  await planByIndex(sql)
  return sql<Pending>`
    select s.id as subscription_id, waiting.* from subscription s cross join lateral (
      select count(*)::integer as pending, min(due_at) as next_attempt_at from (
        select due_at from delivery where ${isPendingOfSubscription('infinity')}
        order by subscription_id, due_at limit ${MAX_COUNTED_DELIVERIES}) as first_due) as waiting
    where s.id = any(${subscriptionIds}::integer[])`
}

/** What the figures of subscriptions are made of, as of one moment. */
export async function readStats(
  sql: Tx,
  subscriptionIds: readonly number[],
  since: Date,
): Promise<{ hours: AttemptHour[]; pending: Pending[] }> {
  // Sent together.
  const [hours, pending] = await Promise.all([
    listAttemptHours(sql, subscriptionIds, since),
    listPending(sql, subscriptionIds),
  ])
  return { hours, pending }
}

/** Deletes the counts of up to `limit` hours of a subscription that began before `before`. */
export function deleteOldAttemptHours(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from attempt_hour where (subscription_id, hour) in (
      select subscription_id, hour from attempt_hour where hour < ${before} order by hour limit ${limit}
      for update skip locked)
    returning 1`
}
