import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { planByIndex } from './plan-by-index.ts'

/** A delivery that is due, with everything an attempt needs. */
export interface DueDelivery {
  id: string
  /** The same in every delivery of the event, also in a replay. */
  eventId: string
  event: string
  body: Buffer
  /** W3C trace context of the event; null without one. */
  traceparent: string | null
  attempts: number
  failedAttempts: number
  isTest: boolean
  subscriptionId: number
  employerId: number
  shard: number
  /** The subscription's epoch. */
  epoch: number
  url: string
  secret: Buffer
  previousSecret: Buffer | null
  previousSecretUntil: Date | null
}

/** What a sender has in flight at one moment. */
export interface InFlightSnapshot {
  deliveryIds: string[]
  /** Subscriptions with the allowed number of requests in flight. */
  fullSubscriptionIds: number[]
}

/** What a sender may start: of these subscriptions, as far as they are in its shards, up to `total` deliveries and
 * `perSubscription` of each. */
export interface SendCapacity {
  shards: number[]
  subscriptionIds: number[]
  inFlight: InFlightSnapshot
  perSubscription: number
  total: number
}

/** The highest id. */
const MAX_ID = 2_147_483_647

/** The active subscriptions of shards, whether something is due or not. */
export async function listActiveSubscriptionIds(sql: Sql, shards: number[]): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from subscription where shard = any(${shards}::integer[]) and status = 'Active'`
  return rows.map(({ id }) => id)
}

/** The subscriptions with a pending delivery that is due at `now` and was not at `after`: reads these deliveries in an
 * index, not those that wait for later or have been due for longer. */
export async function listNewlyDue(sql: Tx, after: Date, now: Date): Promise<number[]> {
  // Compared and ordered as in the index delivery_due_time, and in no other one.
  const [, rows] = await Promise.all([
    planByIndex(sql),
    sql<{ id: number }>`
    select distinct subscription_id as id from (
      select subscription_id from delivery
      where status = 'Pending' and (due_at, subscription_id) > (${after}, ${MAX_ID})
        and (due_at, subscription_id) <= (${now}, ${MAX_ID})
      order by due_at, subscription_id
    ) as due`,
  ])
  return rows.map(({ id }) => id)
}

/** Deliveries that are due and within capacity, the oldest of each subscription first, round-robin over
 * subscriptions. */
export async function listDueDeliveries(sql: Tx, capacity: SendCapacity, now: Date): Promise<DueDelivery[]> {
  const { shards, subscriptionIds, inFlight, perSubscription, total } = capacity
  const planned = planByIndex(sql)
  // Without "rows" the number of a row waits for all rows that are due at the same moment.
  const due = sql<DueDelivery>`
    select d.id, coalesce(e.replay_of, e.id) as event_id, e.type as event, e.body, e.traceparent, d.attempts, d.failed_attempts, d.is_test,
      s.id as subscription_id, s.employer_id, s.shard, s.epoch, s.url,
      s.secret, s.previous_secret, s.previous_secret_until
    from (
      select * from subscription
      where id = any(${subscriptionIds}::integer[]) and shard = any(${shards}::integer[]) and status = 'Active'
      order by id
    ) as s
    cross join lateral (
      select *, row_number() over (order by subscription_id, due_at rows unbounded preceding) as round
      from delivery
      where ${isPendingOfSubscription(now)} and id <> all(${inFlight.deliveryIds}::uuid[])
      order by subscription_id, due_at limit ${perSubscription}
    ) as d
    join event e on e.id = d.event_id
    order by d.round, d.due_at limit ${total}`
  await Promise.all([planned, due])
  return due
}

/** Which deliveries of subscription `s` are pending and due at `until`. Ordered by subscription_id and due_at it is a range
 * of the index delivery_due, and of no other one. */
export function isPendingOfSubscription(until: Date | 'infinity') {
  return fragment`status = 'Pending' and (subscription_id, due_at) >= (s.id, '-infinity')
    and (subscription_id, due_at) <= (s.id, ${until})`
}
