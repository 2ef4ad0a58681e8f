import { notFound } from '@jobboard/contracts/error'
import { MAX_DELIVERY_DEPTH } from '@jobboard/contracts/limits'
import type { Page } from '@jobboard/db/page'
import { offsetOf } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { DeliveryStatus } from '../domain/delivery-state.ts'
import type { Owner } from '../domain/owner.ts'
import { type Attempt, attemptsColumn } from './attempt.ts'
import { DELIVERY_CHANNEL } from './event.ts'
import { isOf } from './subscription.ts'

/** A stored delivery; `nextAttemptAt` is null unless it is pending. */
export interface Delivery {
  id: string
  subscriptionId: number
  eventId: string
  event: string
  status: DeliveryStatus
  failedAttempts: number
  nextAttemptAt: Date | null
  lastStatusCode: number | null
  createdAt: Date
}

/** Which deliveries of a subscription to list: those created at `since` or later and before `until`. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  event?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** The deliveries of a subscription, newest first (D-05). With `event` those of the newest 10 000 that match the rest: the
 * type stands in another table, and a look at each of all would take seconds. */
export async function listDeliveries(
  sql: Sql,
  subscriptionId: number,
  { status, event, since, until, page, pageSize }: DeliveryFilter & { page: number; pageSize: number },
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

/** A delivery as its own page shows it. */
type DeliveryDetail = Delivery & { isHeld: boolean; body: string; attempts: Attempt[] }

/** A delivery with its body and its attempts. Throws not_found, also when its subscription is deleted or another owner's. */
export async function getDelivery(sql: Sql, owner: Owner, id: string): Promise<DeliveryDetail> {
  const [row] = await sql<DeliveryDetail>`
    select ${columns}, ${isHeld}, convert_from(e.body, 'UTF8') as body, ${attemptsColumn} from delivery d join event e on e.id = d.event_id
    join subscription s on s.id = d.subscription_id and s.status <> 'Deleted'
    where d.id = ${id} and ${isOf(owner)}`
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

/** Makes a delivery of a locked subscription due now, at the latest: a finished one starts a new round of attempts, a
 * pending one stays in its round. */
export async function restartDelivery(sql: Tx, id: string, now: Date): Promise<void> {
  await sql`
    update delivery set status = 'Pending', finished_at = null,
      failed_attempts = case status when 'Pending' then failed_attempts else 0 end,
      due_at = case status when 'Pending' then least(due_at, ${now}) else ${now} end
    where id = ${id}`
  sql.notify(DELIVERY_CHANNEL)
}

/** Whether a delivery `d` waits for its subscription `s` to be enabled. */
export const isHeld = fragment`d.status = 'Pending' and s.status = 'Disabled' as is_held`

const columns = fragment`d.id, d.subscription_id, coalesce(e.replay_of, e.id) as event_id, e.type as event, d.status, d.failed_attempts,
  case when d.status = 'Pending' then d.due_at end as next_attempt_at, d.last_status_code, d.created_at`
