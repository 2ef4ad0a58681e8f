import type { Erased } from '@jobboard/contracts/candidates/events'
import { notFound } from '@jobboard/contracts/error'
import { MAX_ATTEMPTS_PER_DELIVERY, MAX_DELIVERY_DEPTH, MAX_SHOWN_ATTEMPTS } from '@jobboard/contracts/limits'
import { deliveryStatuses } from '@jobboard/contracts/webhooks/deliveries'
import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { DELIVERY_CHANNEL } from '../events/store.ts'
import { isOf, type Owner } from '../subscriptions/store.ts'
import type { AttemptResponse, Delivery, DeliveryStatus } from './delivery.ts'

/** Whether a delivery `d` waits for its subscription `s` to be enabled. */
const isHeld = fragment`d.status = 'Pending' and s.status = 'Disabled' as is_held`

const columns = fragment`d.id, d.subscription_id, coalesce(e.replay_of, e.id) as event_id, e.type as event, d.status, d.failed_attempts,
  case when d.status = 'Pending' then d.due_at end as next_attempt_at, d.last_status_code, d.created_at`

/** The newest attempts of delivery `d` in order, as one JSON column: read in the same statement as the delivery,
 * so the two are of the same moment. */
const attemptsColumn = fragment`
  (select coalesce(json_agg(json_build_object('number', a.number, 'startedAt', extract(epoch from a.started_at) * 1000,
    'durationMs', a.duration_ms, 'statusCode', a.status_code, 'error', a.error, 'responseBody', a.response_body)
    order by a.number), '[]')
    from (select * from attempt where delivery_id = d.id order by number desc limit ${MAX_SHOWN_ATTEMPTS}) a) as attempts`

/** A stored attempt; `startedAt` in milliseconds since 1970. */
type Attempt = AttemptResponse & { number: number; startedAt: number; durationMs: number }

/** Which deliveries to list: created at `since` or later and before `until`. */
interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  since?: Date | undefined
  page: number
  pageSize: number
}

/** The deliveries of a subscription, newest first (D-05). With `event` those of the newest 10 000 that match the rest: the
 * type stands in another table, and a look at each of all would take seconds. */
export async function listDeliveries(
  sql: Sql,
  subscriptionId: number,
  {
    status,
    event,
    since,
    until,
    page,
    pageSize,
  }: DeliveryFilter & { event?: string | undefined; until?: Date | undefined },
): Promise<Page<Delivery>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const filter = fragment`subscription_id = ${subscriptionId}
    and created_at >= ${since ?? '-infinity'} and created_at < ${until ?? 'infinity'}
    and ${status === undefined ? fragment`true` : fragment`status = ${status}`}`
  const matching =
    event === undefined
      ? fragment`delivery where ${filter}`
      : fragment`(
          select * from delivery where ${filter} order by created_at desc, id desc limit ${MAX_DELIVERY_DEPTH}
        ) as newest where (select type from event where id = newest.event_id) = ${event}`
  const [count] = await sql<{ total: number }>`select count(*) as total from ${matching}`
  const items = await sql<Delivery>`
    select ${columns} from (
      select * from ${matching} order by created_at desc, id desc offset ${offset} limit ${limit}
    ) as d join event e on e.id = d.event_id order by d.created_at desc, d.id desc`
  return { total: count!.total, page, pageSize, items }
}

/** A delivery of the owner whose subscription is not deleted. */
const fromOne = (owner: Owner, id: string) => fragment`
  from delivery d join event e on e.id = d.event_id
  join subscription s on s.id = d.subscription_id and s.status <> 'Deleted'
  where d.id = ${id} and ${isOf(owner)}`

/** A delivery. Throws not_found, also when its subscription is deleted or another owner's. */
export async function getDelivery(
  sql: Sql,
  owner: Owner,
  id: string,
): Promise<Delivery & { attemptCount: number }> {
  const [row] = await sql<Delivery & { attemptCount: number }>`
    select ${columns}, d.attempts as attempt_count ${fromOne(owner, id)}`
  if (!row) throw notFound()
  return row
}

type DeliveryDetail = Delivery & { isHeld: boolean; body: string; attempts: Attempt[] }

/** The same with its body and its newest attempts, up to 400 KiB of responses: too much to read under a lock. */
export async function getDeliveryDetail(sql: Sql, owner: Owner, id: string): Promise<DeliveryDetail> {
  const [row] = await sql<DeliveryDetail>`
    select ${columns}, ${isHeld}, convert_from(e.body, 'UTF8') as body, ${attemptsColumn} ${fromOne(owner, id)}`
  if (!row) throw notFound()
  return row
}

/** Inserts the delivery of a test event, due at once. Returns its id. */
export async function insertTestDelivery(
  sql: Tx,
  subscriptionId: number,
  eventId: string,
  now: Date,
): Promise<string> {
  const [row] = await sql<{ id: string }>`
    insert into delivery (id, subscription_id, event_id, is_test, due_at, created_at)
    values (gen_random_uuid(), ${subscriptionId}, ${eventId}, true, ${now}, ${now}) returning id`
  sql.notify(DELIVERY_CHANNEL)
  return row!.id
}

/** Makes a delivery of a locked subscription due now, at the latest: a finished one starts a new series of attempts, a
 * pending one stays in its series. Returns what it is then. */
export async function restartDelivery(sql: Tx, id: string, now: Date): Promise<Delivery> {
  const [row] = await sql<Delivery>`
    update delivery d set status = 'Pending', finished_at = null,
      failed_attempts = case d.status when 'Pending' then failed_attempts else 0 end,
      due_at = case d.status when 'Pending' then least(due_at, ${now}) else ${now} end
    from event e where d.id = ${id} and e.id = d.event_id returning ${columns}`
  sql.notify(DELIVERY_CHANNEL)
  return row!
}

const ofWorld = (world: 'live' | 'sandbox' | 'all') =>
  world === 'all'
    ? fragment``
    : world === 'live'
      ? fragment`and sandbox_id is null`
      : fragment`and sandbox_id is not null`

type OwnedDelivery = Delivery & { employerId: number; isHeld: boolean }

/** The deliveries of all subscriptions that match, of live employers, of sandboxes or of both, newest first. */
export async function listAllDeliveries(
  sql: Sql,
  {
    status,
    employerId,
    subscriptionId,
    since,
    world,
    page,
    pageSize,
  }: DeliveryFilter & {
    employerId?: number | undefined
    subscriptionId?: number | undefined
    world: 'live' | 'sandbox' | 'all'
  },
): Promise<Page<OwnedDelivery>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const statuses = status ? [status] : deliveryStatuses
  const from = since ?? '-infinity'
  const isOfOwner = employerId !== undefined || subscriptionId !== undefined || world === 'sandbox'
  const owners = fragment`
    select id from subscription
    where id = coalesce(${subscriptionId ?? null}, id) and employer_id = coalesce(${employerId ?? null}, employer_id)
      ${ofWorld(world)}`
  // Nearly all are live: without another filter those of sandboxes are left out one by one.
  const ofOwner = isOfOwner
    ? fragment`subscription_id in (${owners})`
    : world === 'all'
      ? fragment`true`
      : fragment`not exists (select from subscription s where s.id = subscription_id and s.sandbox_id is not null)`
  const counted = (isCounted: ReturnType<typeof fragment>) => fragment`(
    select count(*) from delivery where status = any(${statuses}::text[]) and created_at >= ${from} and ${isCounted})`
  // Of all the index alone is read.
  const sandboxes = fragment`subscription_id in (select id from subscription where sandbox_id is not null)`
  const [count] = await sql<{ total: number }>`
    select ${isOfOwner || world === 'all' ? counted(ofOwner) : fragment`${counted(fragment`true`)} - ${counted(sandboxes)}`} as total`
  // The newest of each subscription or of each status, which are ranges of an index in this order, then merged.
  const ranges = isOfOwner
    ? fragment`(${owners}) as owner cross join lateral (
        select * from delivery
        where subscription_id = owner.id and status = any(${statuses}::text[]) and created_at >= ${from}
        order by created_at desc, id desc limit ${offset + limit}) as newest`
    : fragment`unnest(${statuses}::text[]) as one(name) cross join lateral (
        select * from delivery where status = one.name and created_at >= ${from} and ${ofOwner}
        order by created_at desc, id desc limit ${offset + limit}) as newest`
  const items = await sql<OwnedDelivery>`
    select ${columns}, s.employer_id, ${isHeld}
    from (select newest.* from ${ranges} order by created_at desc, id desc offset ${offset} limit ${limit}) as d
    join event e on e.id = d.event_id join subscription s on s.id = d.subscription_id
    order by d.created_at desc, d.id desc`
  return { total: count!.total, page, pageSize, items }
}

/** A delivery's place in the order of creation. */
export type Place = Pick<Delivery, 'createdAt' | 'id'>

/** Makes up to `limit` given-up deliveries, no tests (D-52) and none with 1 000 attempts, of a locked subscription due at `now`:
 * those after `after` and created until `until`, the oldest first. Returns their places. */
export async function restartGivenUp(
  sql: Tx,
  subscriptionId: number,
  { after, until, limit }: { after: Place; until: Date; limit: number },
  now: Date,
): Promise<Place[]> {
  // Locks in the order of the index, so that two recoveries never wait for each other in a circle.
  const rows = await sql<Place>`
    with given_up as materialized (
      select id, created_at from delivery
      where subscription_id = ${subscriptionId} and status in ('DeadLettered', 'Cancelled')
        and (created_at, id) > (${after.createdAt}, ${after.id}::uuid) and created_at <= ${until} and not is_test
        and attempts < ${MAX_ATTEMPTS_PER_DELIVERY}
      order by created_at, id limit ${limit} for update
    ), restarted as (
      update delivery set status = 'Pending', failed_attempts = 0, due_at = ${now}, finished_at = null
      where id in (select id from given_up)
    )
    select created_at, id from given_up order by created_at, id`
  if (rows.length > 0) sql.notify(DELIVERY_CHANNEL)
  return rows
}

/** Erases what receivers responded to the events of a candidate's applications, and marks the events so that no later
 * response is stored: an employer's server may name the person. The events name ids alone, so they are sent as before. */
export async function eraseResponses(sql: Tx, { applicationIds }: Erased): Promise<void> {
  await sql`
    with erased as (
      update event set is_erased = true
      where type like 'application.%'
        and substring(encode(body, 'escape') from '"applicationId":([0-9]+)')::integer = any(${applicationIds}::integer[])
      returning id
    )
    update attempt set response_body = null
    from delivery join erased on erased.id = delivery.event_id
    where attempt.delivery_id = delivery.id and attempt.response_body is not null`
}

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
