import { notFound } from '@jobboard/contracts/error'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { planByIndex } from '../sending/store.ts'
import type { Subscription } from './subscription.ts'

/** Whose subscriptions and deliveries a request may touch: those of one employer, or any for operators. */
export type Owner = { employerId: number } | 'any'

/** The owner that a caller stands for. Throws for a caller that has no subscriptions. */
export function ownerOf(caller: { kind: string; employerId?: number }): Owner {
  if (caller.kind === 'admin') return 'any'
  if (caller.kind === 'recruiter' && caller.employerId !== undefined) return { employerId: caller.employerId }
  throw new Error(`a ${caller.kind} has no webhook subscriptions`)
}

/** A new id: the secret is encrypted for it before the row is inserted. */
export async function nextSubscriptionId(sql: Tx): Promise<number> {
  const [row] = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('subscription', 'id'))::integer as id`
  return row!.id
}

/** Inserts an active subscription. `createdBy`: the operation that an `Idempotency-Key` names. */
export async function insertSubscription(
  sql: Tx,
  row: Pick<Subscription, 'id' | 'employerId' | 'url' | 'events' | 'secret' | 'createdAt'> & {
    createdBy: string | null
    sandboxId: number | undefined
  },
): Promise<Subscription> {
  const [inserted] = await sql<Subscription>`
    insert into subscription (id, employer_id, url, events, secret, created_at, created_by, sandbox_id) overriding system value
    values (${row.id}, ${row.employerId}, ${row.url}, ${row.events}, ${row.secret}, ${row.createdAt}, ${row.createdBy},
      ${row.sandboxId ?? null})
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

/** The subscriptions of an employer, newest first: all, or one page. */
export function listSubscriptions(
  sql: Sql,
  employerId: number,
  page?: { offset: number; limit: number },
): Promise<Subscription[]> {
  return sql<Subscription>`
    select * from subscription where employer_id = ${employerId} and status <> 'Deleted'
    order by created_at desc, id desc ${page ? fragment`offset ${page.offset} limit ${page.limit}` : fragment``}`
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
  row: Pick<Subscription, 'secret' | 'previousSecretUntil' | 'rotatedBy' | 'rotatedAt'>,
): Promise<void> {
  await sql`
    update subscription set previous_secret = secret, previous_secret_until = ${row.previousSecretUntil},
      secret = ${row.secret}, rotated_by = ${row.rotatedBy}, rotated_at = ${row.rotatedAt}
    where id = ${id}`
}

/** Marks a locked subscription as deleted and cancels its pending deliveries. */
export async function saveDeleted(sql: Tx, id: number, now: Date): Promise<void> {
  await sql`update subscription set status = 'Deleted' where id = ${id}`
  await sql`
    update delivery set status = 'Cancelled', finished_at = ${now}
    where subscription_id = ${id} and status = 'Pending'`
}

/** How many pending deliveries of a subscription are due after `until`, counted up to `limit`. */
export async function countHeldForLater(
  sql: Tx,
  subscriptionId: number,
  until: Date,
  limit: number,
): Promise<number> {
  await planByIndex(sql)
  const [row] = await sql<{ n: number }>`
    select count(*)::integer as n from (${pendingAfter(subscriptionId, until)} limit ${limit}) as later`
  return row!.n
}

/** Makes up to `limit` pending deliveries of a locked subscription due that were due after `now` and `spreadMs`: each at some
 * time in between. Returns how many. */
export async function makeHeldDue(
  sql: Tx,
  subscriptionId: number,
  { now, spreadMs, limit }: { now: Date; spreadMs: number; limit: number },
): Promise<number> {
  await planByIndex(sql)
  const until = new Date(now.getTime() + spreadMs)
  const rows = await sql`
    update delivery set due_at = ${now}::timestamptz + random() * ${spreadMs}::integer * interval '1 millisecond'
    where id in (${pendingAfter(subscriptionId, until)} limit ${limit} for update)
    returning 1`
  return rows.length
}

// A range of the index delivery_due, and of no other one.
function pendingAfter(subscriptionId: number, until: Date) {
  return fragment`
    select id from delivery
    where status = 'Pending' and (subscription_id, due_at) > (${subscriptionId}, ${until})
      and (subscription_id, due_at) <= (${subscriptionId}, 'infinity')
    order by subscription_id, due_at`
}

/** The sealed secrets of a subscription. */
interface StoredSecrets {
  id: number
  secret: Buffer
  previousSecret: Buffer | null
}

/** The sealed secrets of up to `limit` subscriptions with an id above `after`, in the order of their ids. Those of
 * deleted subscriptions are never used again. */
export function listSecretsAfter(sql: Sql, after: number, limit: number): Promise<StoredSecrets[]> {
  return sql<StoredSecrets>`
    select id, secret, previous_secret from subscription
    where id > ${after} and status <> 'Deleted' order by id limit ${limit}`
}

/** Replaces sealed secrets by others of the same content, unless a rotation has changed them since they were read. */
export async function saveResealed(
  sql: Sql,
  read: StoredSecrets,
  { secret, previousSecret }: Pick<StoredSecrets, 'secret' | 'previousSecret'>,
): Promise<void> {
  await sql`
    update subscription set secret = ${secret}, previous_secret = ${previousSecret}
    where id = ${read.id} and secret = ${read.secret} and previous_secret is not distinct from ${read.previousSecret}`
}
