import { notFound } from '@jobboard/contracts/error'
import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { Owner } from '../domain/owner.ts'

/** A subscription that is not deleted; `secret` is sealed. */
export interface Subscription {
  id: number
  employerId: number
  url: string
  events: WebhookEvent[]
  status: 'Active' | 'Disabled'
  disabledReason: string | null
  consecutiveFailures: number
  secret: Buffer
  /** Until when the secret before the last rotation signs too; null before the first one. */
  previousSecretUntil: Date | null
  /** The operation that an `Idempotency-Key` of the last rotation names; null without one. */
  rotatedBy: string | null
  rotatedAt: Date | null
  createdAt: Date
}

/** The columns of a new subscription. */
export type NewSubscription = Pick<
  Subscription,
  'id' | 'employerId' | 'url' | 'events' | 'secret' | 'createdAt'
> & {
  /** The operation that an `Idempotency-Key` names; null without one. */
  createdBy: string | null
}

/** A new id: the secret is encrypted for it before the row is inserted. */
export async function nextSubscriptionId(sql: Tx): Promise<number> {
  const [row] = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('subscription', 'id'))::integer as id`
  return row!.id
}

/** Inserts an active subscription. */
export async function insertSubscription(sql: Tx, row: NewSubscription): Promise<Subscription> {
  const [inserted] = await sql<Subscription>`
    insert into subscription (id, employer_id, url, events, secret, created_at, created_by) overriding system value
    values (${row.id}, ${row.employerId}, ${row.url}, ${row.events}, ${row.secret}, ${row.createdAt}, ${row.createdBy})
    returning *`
  return inserted!
}

/** The subscription that an operation registered after a time, if it is not deleted. */
export async function findCreatedBy(
  sql: Tx,
  employerId: number,
  operationId: string,
  after: Date,
): Promise<Subscription | undefined> {
  const [row] = await sql<Subscription>`
    select * from subscription
    where employer_id = ${employerId} and created_by = ${operationId} and created_at > ${after} and status <> 'Deleted'`
  return row
}

/** The subscriptions of an employer, newest first. */
export function listSubscriptions(sql: Sql, employerId: number): Promise<Subscription[]> {
  return sql<Subscription>`
    select * from subscription where employer_id = ${employerId} and status <> 'Deleted'
    order by created_at desc, id desc`
}

/** One page of the subscriptions of an employer, newest first. */
export async function listSubscriptionPage(
  sql: Sql,
  employerId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<Subscription>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const total = await countSubscriptions(sql, employerId)
  const items = await sql<Subscription>`
    select * from subscription where employer_id = ${employerId} and status <> 'Deleted'
    order by created_at desc, id desc offset ${offset} limit ${limit}`
  return { total, page, pageSize, items }
}

/** How many subscriptions an employer has. */
export async function countSubscriptions(sql: Sql, employerId: number): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*)::integer as total from subscription where employer_id = ${employerId} and status <> 'Deleted'`
  return row!.total
}

/** Locks the employer until the end of the transaction: other registrations and new events of it wait. */
export async function lockEmployer(sql: Tx, employerId: number): Promise<void> {
  await sql`
    insert into event_feed (employer_id, last_number) values (${employerId}, 0)
    on conflict (employer_id) do update set last_number = event_feed.last_number`
}

/** Throws not_found, also for a deleted subscription and for another owner's. */
export async function getSubscription(sql: Sql, owner: Owner, id: number): Promise<Subscription> {
  const [row] = await sql<Subscription>`
    select * from subscription s where id = ${id} and status <> 'Deleted' and ${isOf(owner)}`
  if (!row) throw notFound()
  return row
}

/** Locks a subscription until the end of the transaction: its outcomes and new deliveries wait. Throws
 * not_found, also for another owner's. */
export async function lockSubscription(sql: Tx, owner: Owner, id: number): Promise<Subscription> {
  const [row] = await sql<Subscription>`
    select * from subscription s where id = ${id} and status <> 'Deleted' and ${isOf(owner)} for update`
  if (!row) throw notFound()
  return row
}

/** Which rows of subscription `s` are the owner's. */
export function isOf(owner: Owner) {
  return owner === 'any' ? fragment`true` : fragment`s.employer_id = ${owner.employerId}`
}

/** Saves URL and events of a locked subscription. */
export async function saveSubscription(
  sql: Tx,
  { id, url, events }: Pick<Subscription, 'id' | 'url' | 'events'>,
): Promise<void> {
  await sql`update subscription set url = ${url}, events = ${events} where id = ${id}`
}

/** Enables a locked subscription and resets its failure streak. The new epoch excludes attempts that began
 * earlier. */
export async function saveEnabled(sql: Tx, id: number, now: Date): Promise<void> {
  await sql`
    update subscription set status = 'Active', disabled_reason = null, consecutive_failures = 0, epoch = epoch + 1
    where id = ${id}`
  // Senders look for subscriptions with newly due deliveries: one that is newly due makes them find this one.
  await sql`
    update delivery set due_at = ${now} where id = (
      select id from delivery where subscription_id = ${id} and status = 'Pending' and due_at <= ${now}
      order by due_at limit 1)`
}

/** Disables a locked subscription; its pending deliveries are held. */
export async function saveDisabled(sql: Tx, id: number, reason: string): Promise<void> {
  await sql`update subscription set status = 'Disabled', disabled_reason = ${reason} where id = ${id}`
}

/** Replaces the sealed secret of a locked subscription; the previous one stays valid until `previousSecretUntil`. */
export async function saveSecret(
  sql: Tx,
  id: number,
  {
    secret,
    previousSecretUntil,
    rotatedBy,
    rotatedAt,
  }: Pick<Subscription, 'secret' | 'previousSecretUntil' | 'rotatedBy' | 'rotatedAt'>,
): Promise<void> {
  await sql`
    update subscription set previous_secret = secret, previous_secret_until = ${previousSecretUntil}, secret = ${secret},
      rotated_by = ${rotatedBy}, rotated_at = ${rotatedAt}
    where id = ${id}`
}

/** Marks a locked subscription as deleted and cancels its pending deliveries. */
export async function deleteSubscription(sql: Tx, id: number, now: Date): Promise<void> {
  await sql`update subscription set status = 'Deleted' where id = ${id}`
  await sql`
    update delivery set status = 'Cancelled', finished_at = ${now}
    where subscription_id = ${id} and status = 'Pending'`
}
