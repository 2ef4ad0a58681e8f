import type { WebhookEvent } from '@jobboard/contracts/endpoints/webhook'
import { notFound } from '@jobboard/contracts/error'
import type { Sql, Tx } from '@jobboard/db/sql'

/** A subscription that has not been deleted. Secrets are sealed. */
export interface Subscription {
  id: number
  employerId: number
  url: string
  events: WebhookEvent[]
  status: 'Active' | 'Disabled'
  disabledReason: string | null
  consecutiveFailures: number
  secret: Buffer
  createdAt: Date
}

/** What a new subscription is made of. */
export type NewSubscription = Pick<Subscription, 'employerId' | 'url' | 'events' | 'secret' | 'createdAt'>

/** Adds a subscription. */
export async function insertSubscription(sql: Tx, given: NewSubscription): Promise<Subscription> {
  const [row] = await sql<Subscription>`
    insert into subscription (employer_id, url, events, secret, created_at)
    values (${given.employerId}, ${given.url}, ${given.events}, ${given.secret}, ${given.createdAt})
    returning *`
  return row!
}

/** The subscriptions of an employer, newest first. */
export function listSubscriptions(sql: Sql, employerId: number): Promise<Subscription[]> {
  return sql<Subscription>`
    select * from subscription where employer_id = ${employerId} and status <> 'Deleted'
    order by created_at desc, id desc`
}

/** Throws not_found, also for a deleted one. */
export async function getSubscription(sql: Sql, id: number): Promise<Subscription> {
  const [row] = await sql<Subscription>`select * from subscription where id = ${id} and status <> 'Deleted'`
  if (!row) throw notFound()
  return row
}

/** The row, locked until the end of the transaction: outcomes and new deliveries of it wait. Throws not_found. */
export async function lockSubscription(sql: Tx, id: number): Promise<Subscription> {
  const [row] = await sql<Subscription>`
    select * from subscription where id = ${id} and status <> 'Deleted' for update`
  if (!row) throw notFound()
  return row
}

/** Saves what operators may change of a locked subscription. */
export async function saveSubscription(
  sql: Tx,
  { id, url, events }: Pick<Subscription, 'id' | 'url' | 'events'>,
): Promise<void> {
  await sql`update subscription set url = ${url}, events = ${events} where id = ${id}`
}

/** Enables a locked subscription: its streak begins anew, and attempts from before count no more. */
export async function enable(sql: Tx, id: number): Promise<void> {
  await sql`
    update subscription set status = 'Active', disabled_reason = null, consecutive_failures = 0, epoch = epoch + 1
    where id = ${id}`
}

/** Disables a locked subscription: its deliveries are held. */
export async function disable(sql: Tx, id: number, reason: string): Promise<void> {
  await sql`update subscription set status = 'Disabled', disabled_reason = ${reason} where id = ${id}`
}

/** Replaces the sealed secret of a locked subscription; the one before signs too until then. */
export async function saveSecret(sql: Tx, id: number, secret: Buffer, previousUntil: Date): Promise<void> {
  await sql`
    update subscription set previous_secret = secret, previous_secret_until = ${previousUntil}, secret = ${secret}
    where id = ${id}`
}

/** Marks a locked subscription as deleted and cancels what was still to be delivered. */
export async function deleteSubscription(sql: Tx, id: number, now: Date): Promise<void> {
  await sql`update subscription set status = 'Deleted' where id = ${id}`
  await sql`
    update delivery set status = 'Cancelled', finished_at = ${now}
    where subscription_id = ${id} and status = 'Pending'`
}
