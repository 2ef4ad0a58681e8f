import type { Sql, Tx } from '@jobboard/db/sql'
import type { FailedAttempt, Notice } from './notice.ts'

/** `Db.listen` channel of commits that stored a notice. */
export const NOTICE_CHANNEL = 'notice'

/** Stores a notice for each subscription, in the transaction that disables them; none for those of sandboxes. */
export async function insertNotices(sql: Tx, subscriptionIds: number[], now: Date): Promise<void> {
  await sql`
    insert into disabled_notice (id, subscription_id, employer_id, url, reason, disabled_at, next_attempt_at)
    select gen_random_uuid(), id, employer_id, url, disabled_reason, ${now}, ${now} from subscription
    where id = any(${subscriptionIds}::integer[]) and sandbox_id is null`
  sql.notify(NOTICE_CHANNEL)
}

/** Takes the notice that is due for the longest time, and moves its next attempt by the retry delay of this one: the last
 * delay for later ones. */
export async function takeNotice(
  sql: Sql,
  now: Date,
  retryDelaysSeconds: readonly number[],
): Promise<Notice | undefined> {
  const [notice] = await sql<Notice>`
    update disabled_notice set attempts = attempts + 1,
      next_attempt_at = ${now}::timestamptz + make_interval(secs =>
        (${retryDelaysSeconds}::float8[])[least(attempts + 1, ${retryDelaysSeconds.length}::integer)])
    where id = (
      select id from disabled_notice where closed_at is null and next_attempt_at <= ${now}
      order by next_attempt_at limit 1 for update skip locked)
    returning id, subscription_id, employer_id, url, reason, disabled_at, attempts`
  return notice
}

/** Ends a notice: it was sent, nobody receives it, or every attempt failed. */
export async function closeNotice(
  sql: Sql,
  id: string,
  closedAs: 'Sent' | 'NoRecipient' | 'GivenUp',
  now: Date,
): Promise<void> {
  await sql`
    update disabled_notice set outcome = ${closedAs}, closed_at = ${now} where id = ${id} and closed_at is null`
}

/** The last ten failed attempts before the subscription was disabled, the newest first, of the 200 newest deliveries that
 * are not delivered. */
export function listLastFailures(sql: Sql, { subscriptionId, disabledAt }: Notice): Promise<FailedAttempt[]> {
  return sql<FailedAttempt>`
    select a.started_at, e.type as event, a.status_code, a.error
    from (
      select id, event_id from delivery
      where subscription_id = ${subscriptionId} and status in ('Pending', 'DeadLettered') and attempts > 0
      order by created_at desc, id desc limit 200
    ) as d
    join attempt a on a.delivery_id = d.id join event e on e.id = d.event_id
    where a.started_at <= ${disabledAt} and (a.status_code is null or a.status_code not between 200 and 299)
    order by a.started_at desc limit 10`
}

/** Seconds since the oldest unsent notice was stored; 0 without one. */
export async function getNoticeAge(sql: Sql, now: Date): Promise<number> {
  const [row] = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from ${now}::timestamptz - min(disabled_at))::float8, 0) as seconds
    from disabled_notice where closed_at is null`
  return row!.seconds
}

/** Deletes up to `limit` notices that were closed before `before`. */
export function deleteOldNotices(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from disabled_notice where id in (
      select id from disabled_notice where closed_at < ${before} limit ${limit} for update skip locked)
    returning 1`
}
