import type { Db } from '@jobboard/db/db'
import { fragment, type Tx } from '@jobboard/db/sql'
import type {
  AttemptResponse,
  DeliveryState,
  DeliveryStatus,
  SimulatedAnswer,
} from '../deliveries/delivery.ts'
import type { CounterUpdate, FailureCounter } from './failure-streak.ts'

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
  /** Null: live. */
  sandboxId: number | null
  /** What the platform answers itself, in a sandbox. */
  answer?: SimulatedAnswer | undefined
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
  /** Deliveries of sandboxes among them. */
  ofSandboxes: number
  /** Live subscriptions with the allowed number of requests in flight. */
  fullSubscriptionIds: number[]
  /** Sandboxes with theirs. */
  fullSandboxIds: number[]
}

/** What a sender may start: of these subscriptions, as far as they are in its shards, up to `total` deliveries and
 * `perSubscription` of each. */
export interface SendCapacity {
  shards: number[]
  subscriptionIds: number[]
  inFlight: Pick<InFlightSnapshot, 'deliveryIds'>
  perSubscription: number
  total: number
}

/** The highest id. */
const MAX_ID = 2_147_483_647

/** The active subscriptions of shards, whether something is due or not. */
export async function listActiveSubscriptionIds(sql: Tx, shards: number[]): Promise<number[]> {
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
      s.id as subscription_id, s.employer_id, s.sandbox_id, s.shard, s.epoch, s.url,
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

/** What waits to be sent of live employers, and what is held because its subscription is disabled. */
export interface Backlog {
  /** Deliveries that are due, those in flight included; counted up to 100 000. */
  due: number
  /** Age of the oldest one; 0 when none is due. */
  oldestDueSeconds: number
  disabledSubscriptions: number
  /** Pending deliveries of disabled subscriptions; counted up to 100 000. */
  held: number
  /** Deliveries of sandboxes that are due; counted up to 100 000. */
  dueOfSandboxes: number
}

/** Reads the backlog of all shards. */
export async function getBacklog(sql: Tx, now: Date): Promise<Backlog> {
  await planByIndex(sql)
  const [live, ofSandboxes] = [fragment`s.sandbox_id is null`, fragment`s.sandbox_id is not null`]
  const countPending = (status: 'Active' | 'Disabled', until: Date | 'infinity', world = live) => fragment`
    select count(*)::integer from (
      select from subscription s cross join lateral (
        select from delivery where ${isPendingOfSubscription(until)}
        order by subscription_id, due_at limit 100000) as pending
      where s.status = ${status} and ${world} limit 100000) as counted`
  const [row] = await sql<Backlog>`
    select (${countPending('Active', now)}) as due,
      coalesce((select extract(epoch from ${now} - min(first.due_at))::float8 from subscription s
        cross join lateral (select due_at from delivery where ${isPendingOfSubscription(now)}
          order by subscription_id, due_at limit 1) as first
        where s.status = 'Active' and ${live}), 0) as oldest_due_seconds,
      (select count(*)::integer from subscription s where status = 'Disabled' and ${live}) as disabled_subscriptions,
      (${countPending('Disabled', 'infinity')}) as held,
      (${countPending('Active', now, ofSandboxes)}) as due_of_sandboxes`
  return row!
}

/** A sender's lease of a shard. Every take-over increments the epoch; it fences writes of earlier owners. */
export interface Lease {
  shard: number
  epoch: number
}

// Leases use the database's real clock: moving the business clock must not end one.

/** Registers the sender as alive and renews its leases. Returns the leases and the number of senders alive. */
export function renewLeases(
  db: Db,
  owner: string,
  ttlSeconds: number,
): Promise<{ held: Lease[]; senders: number }> {
  return db.tx(async (sql) => {
    await sql`
      insert into sender (id, seen_until) values (${owner}, clock_timestamp() + make_interval(secs => ${ttlSeconds}))
      on conflict (id) do update set seen_until = excluded.seen_until`
    // An expired lease that no other sender took can be renewed: no other sender can have sent.
    const held = await sql<Lease>`
      update shard_lease set lease_until = clock_timestamp() + make_interval(secs => ${ttlSeconds})
      where owner = ${owner} returning shard, epoch`
    await sql`delete from sender where seen_until < clock_timestamp() - interval '1 hour'`
    const [row] = await sql<{ senders: number }>`
      select count(*) as senders from sender where seen_until > clock_timestamp()`
    return { held, senders: row!.senders }
  })
}

/** Takes up to `limit` shards that have no owner or an expired lease; with `leavesExpired` only those that have no owner. */
export function takeLeases(
  db: Db,
  owner: string,
  ttlSeconds: number,
  limit: number,
  leavesExpired = false,
): Promise<Lease[]> {
  // "skip locked": senders that take at the same time get different shards.
  return db.sql<Lease>`
    update shard_lease set owner = ${owner}, epoch = epoch + 1,
      lease_until = clock_timestamp() + make_interval(secs => ${ttlSeconds})
    where shard in (
      select shard from shard_lease where owner is null or (lease_until < clock_timestamp() and not ${leavesExpired})
      order by shard limit ${limit} for update skip locked)
    returning shard, epoch`
}

/** Releases shards without requests in flight. `null` releases all of them and removes the sender. */
export async function releaseLeases(db: Db, owner: string, shards: number[] | null): Promise<void> {
  await db.sql`
    update shard_lease set owner = null
    where owner = ${owner} and (${shards}::integer[] is null or shard = any(${shards}::integer[]))`
  if (!shards) await db.sql`delete from sender where id = ${owner}`
}

/** Returns those of the leases that the sender still holds, and locks them until the end of the transaction. */
export async function lockLeases(sql: Tx, owner: string, leases: Lease[]): Promise<Lease[]> {
  // "for share" conflicts with the update of a take-over, "for key share" would not: either the take-over
  // waits for this commit or this statement sees the new epoch.
  const rows = await sql<Lease>`
    select shard, epoch from shard_lease
    where owner = ${owner} and shard = any(${leases.map((lease) => lease.shard)}::integer[])
    order by shard for share`
  const epochs = new Map(rows.map((row) => [row.shard, row.epoch]))
  return leases.filter((lease) => epochs.get(lease.shard) === lease.epoch)
}

/** A finished attempt and the state it puts its delivery in, as one row. */
export interface OutcomeRow extends AttemptResponse, DeliveryState {
  /** The delivery. */
  id: string
  /** Attempts before this one. The row applies only while the delivery still has as many, so it applies once. */
  attempts: number
  startedAt: Date
  durationMs: number
}

/** Locks the failure counters of subscriptions: concurrent batches count one after the other. */
export function lockCounters(sql: Tx, subscriptionIds: number[]): Promise<FailureCounter[]> {
  // Locking in id order avoids deadlocks.
  return sql<FailureCounter>`
    select id, employer_id, status, epoch, consecutive_failures from subscription
    where id = any(${subscriptionIds}::integer[]) order by id for update`
}

/** Stores attempts and moves their deliveries. Returns the ids of deliveries whose attempt counts towards
 * the failure streak: not of an outcome that was stored before, and not of a cancelled delivery. */
export async function saveOutcomes(sql: Tx, outcomes: OutcomeRow[], now: Date): Promise<Set<string>> {
  const rows = JSON.stringify(outcomes)
  const updated = await sql<{ id: string; status: DeliveryStatus }>`
    with given as (
      select * from json_to_recordset(${rows}::json) as x(id uuid, attempts integer, status text,
        "failedAttempts" integer, "dueAt" timestamptz, "startedAt" timestamptz, "durationMs" integer,
        "statusCode" integer, error text, "responseBody" text)
    ), saved as (
      update delivery d set attempts = d.attempts + 1, last_status_code = x."statusCode",
        status = case d.status when 'Pending' then x.status else d.status end,
        failed_attempts = case d.status when 'Pending' then x."failedAttempts" else d.failed_attempts end,
        due_at = case d.status when 'Pending' then x."dueAt" else d.due_at end,
        finished_at = case when d.status = 'Pending' and x.status <> 'Pending' then ${now} else d.finished_at end
      from given x where d.id = x.id and d.attempts = x.attempts
      returning d.id, d.attempts, d.status, d.event_id, x."startedAt", x."durationMs", x."statusCode", x.error,
        x."responseBody"
    ), logged as (
      insert into attempt (delivery_id, number, started_at, duration_ms, status_code, error, response_body)
      select s.id, s.attempts, s."startedAt", s."durationMs", s."statusCode", s.error,
        case when not e.is_erased then s."responseBody" end
      from saved s join event e on e.id = s.event_id
    )
    select id, status from saved`
  // Cancelled: a failed test, or its subscription was deleted while the attempt was in flight.
  return new Set(updated.filter((row) => row.status !== 'Cancelled').map((row) => row.id))
}

/** Stores new values of locked counters; an update with a reason disables its subscription. */
export async function saveCounters(sql: Tx, updates: CounterUpdate[]): Promise<void> {
  await sql`
    update subscription s set consecutive_failures = x."consecutiveFailures",
      status = case when x."disabledReason" is null then s.status else 'Disabled' end,
      disabled_reason = coalesce(x."disabledReason", s.disabled_reason)
    from json_to_recordset(${JSON.stringify(updates)}::json)
      as x(id integer, "consecutiveFailures" integer, "disabledReason" text)
    where s.id = x.id`
}

// Also joins that read a whole table, and compilation, which the cost of a disabled step would start.
const DISABLED = [
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_sort',
  'enable_incremental_sort',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_material',
  'jit',
]

/** Has the later statements of the transaction read the index that has their order, row by row, whatever statistics say. In
 * a small or new installation these know of no pending delivery, so any index looks as good as the right one, and the
 * plan stays while thousands become due. */
export async function planByIndex(sql: Tx): Promise<void> {
  await sql`select set_config(name, 'off', true) from unnest(${DISABLED}::text[]) as name`
}
