import type { Sql } from '@jobboard/db/sql'

/** What waits to be sent, and what is held because its subscription is disabled. */
export interface Backlog {
  /** Deliveries that are due, those in flight included; counted up to 100 000. */
  due: number
  /** Age of the oldest one; 0 when none is due. */
  oldestDueSeconds: number
  disabledSubscriptions: number
  /** Pending deliveries of disabled subscriptions; counted up to 100 000. */
  held: number
}

/** Reads the backlog of all shards. */
export async function getBacklog(sql: Sql, now: Date): Promise<Backlog> {
  const [row] = await sql<Backlog>`
    select
      (select count(*)::integer from (
        select from delivery d join subscription s on s.id = d.subscription_id
        where d.status = 'Pending' and d.due_at <= ${now} and s.status = 'Active' limit 100000) as due) as due,
      coalesce((select extract(epoch from ${now} - min(first.due_at))::float8 from subscription s
        cross join lateral (select due_at from delivery
          where subscription_id = s.id and status = 'Pending' and due_at <= ${now}
          order by due_at limit 1) as first
        where s.status = 'Active'), 0) as oldest_due_seconds,
      (select count(*)::integer from subscription where status = 'Disabled') as disabled_subscriptions,
      (select count(*)::integer from (
        select from subscription s cross join lateral (
          select from delivery where subscription_id = s.id and status = 'Pending' limit 100000) as pending
        where s.status = 'Disabled' limit 100000) as held) as held`
  return row!
}
