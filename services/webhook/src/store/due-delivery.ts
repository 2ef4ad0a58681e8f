import type { Sql } from '@jobboard/db/sql'

/** A delivery that is due, with everything an attempt needs. */
export interface DueDelivery {
  id: string
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

/** The active subscriptions of shards, whether something is due or not. */
export async function listActiveSubscriptionIds(sql: Sql, shards: number[]): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from subscription where shard = any(${shards}::integer[]) and status = 'Active'`
  return rows.map(({ id }) => id)
}

/** The subscriptions with a pending delivery that is due at `now` and was not at `after`: reads these deliveries in an
 * index, not those that wait for later or have been due for longer. */
export async function listNewlyDue(sql: Sql, after: Date, now: Date): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select distinct subscription_id as id from delivery
    where status = 'Pending' and due_at > ${after} and due_at <= ${now}`
  return rows.map(({ id }) => id)
}

/** Deliveries that are due and within capacity, the oldest of each subscription first, round-robin over
 * subscriptions. */
export function listDueDeliveries(sql: Sql, capacity: SendCapacity, now: Date): Promise<DueDelivery[]> {
  const { shards, subscriptionIds, inFlight, perSubscription, total } = capacity
  return sql<DueDelivery>`
    select d.id, d.event_id, e.type as event, e.body, e.traceparent, d.attempts, d.failed_attempts, d.is_test,
      s.id as subscription_id, s.employer_id, s.shard, s.epoch, s.url,
      s.secret, s.previous_secret, s.previous_secret_until
    from subscription s
    cross join lateral (
      select *, row_number() over (order by due_at) as round
      from delivery
      where subscription_id = s.id and status = 'Pending' and due_at <= ${now}
        and id <> all(${inFlight.deliveryIds}::uuid[])
      order by due_at limit ${perSubscription}
    ) as d
    join event e on e.id = d.event_id
    where s.id = any(${subscriptionIds}::integer[]) and s.shard = any(${shards}::integer[]) and s.status = 'Active'
    order by d.round, d.due_at limit ${total}`
}
