import type { Sql } from '@jobboard/db/sql'

/** Deletes up to `limit` deliveries that finished before `before`, with their attempts. Pending ones stay, also those that a
 * disabled subscription holds. */
export function deleteFinishedDeliveries(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    with old as materialized (
      select id from delivery where status <> 'Pending' and finished_at < ${before}
      order by finished_at limit ${limit} for update skip locked
    ), attempts as (
      delete from attempt where delivery_id in (select id from old)
    )
    delete from delivery where id in (select id from old) returning 1`
}

/** Deletes up to `limit` events that occurred before `before` and that no delivery names. The last event of each feed
 * stays: a client that has read everything continues from it. */
export function deleteUnusedEvents(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  // "offset 0" keeps the planner from joining all old events with all deliveries before it sorts and limits.
  return sql`
    with old as materialized (
      select id from event e
      where occurred_at < ${before} and not exists (select from delivery d where d.event_id = e.id offset 0)
        and (feed_number is null
          or exists (select from event n where n.employer_id = e.employer_id and n.feed_number > e.feed_number))
      order by occurred_at limit ${limit} for update skip locked
    )
    delete from event where id in (select id from old) returning 1`
}

/** Deletes up to `limit` deleted subscriptions that were created before `before` and that no delivery, notice or replay
 * names. */
export function deleteUnusedSubscriptions(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    with old as materialized (
      select id from subscription s
      where status = 'Deleted' and created_at < ${before}
        and not exists (select from delivery d where d.subscription_id = s.id offset 0)
        and not exists (select from disabled_notice n where n.subscription_id = s.id offset 0)
        and not exists (select from subscription_replay r where r.subscription_id = s.id offset 0)
      order by created_at limit ${limit} for update skip locked
    )
    delete from subscription where id in (select id from old) returning 1`
}
