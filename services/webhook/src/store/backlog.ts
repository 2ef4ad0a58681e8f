import { fragment, type Tx } from '@jobboard/db/sql'
import { isPendingOfSubscription } from './due-delivery.ts'
import { planByIndex } from './plan-by-index.ts'

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
export async function getBacklog(sql: Tx, now: Date): Promise<Backlog> {
  await planByIndex(sql)
  const countPending = (status: 'Active' | 'Disabled', until: Date | 'infinity') => fragment`
    select count(*)::integer from (
      select from subscription s cross join lateral (
        select from delivery where ${isPendingOfSubscription(until)}
        order by subscription_id, due_at limit 100000) as pending
      where s.status = ${status} limit 100000) as counted`
  const [row] = await sql<Backlog>`
    select (${countPending('Active', now)}) as due,
      coalesce((select extract(epoch from ${now} - min(first.due_at))::float8 from subscription s
        cross join lateral (select due_at from delivery where ${isPendingOfSubscription(now)}
          order by subscription_id, due_at limit 1) as first
        where s.status = 'Active'), 0) as oldest_due_seconds,
      (select count(*)::integer from subscription where status = 'Disabled') as disabled_subscriptions,
      (${countPending('Disabled', 'infinity')}) as held`
  return row!
}
