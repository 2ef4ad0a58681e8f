import { notFound } from '@jobboard/contracts/error'
import type { Page } from '@jobboard/db/page'
import { offsetOf } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { DeliveryStatus } from '../domain/outcome.ts'
import { type Attempt, attemptsColumn } from './attempt.ts'
import { DELIVERY_CHANNEL } from './event.ts'

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

/** The deliveries of a subscription, newest first (D-05). */
export async function listDeliveries(
  sql: Sql,
  subscriptionId: number,
  { status, page, pageSize }: { status?: DeliveryStatus | undefined; page: number; pageSize: number },
): Promise<Page<Delivery>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const filter = fragment`d.subscription_id = ${subscriptionId}
    and (${status ?? null}::text is null or d.status = ${status ?? null})`
  const [count] = await sql<{ total: number }>`select count(*) as total from delivery d where ${filter}`
  const items = await sql<Delivery>`
    select ${columns} from delivery d join event e on e.id = d.event_id
    where ${filter} order by d.created_at desc, d.id desc offset ${offset} limit ${limit}`
  return { total: count!.total, page, pageSize, items }
}

/** A delivery with its attempts. Throws not_found, also when its subscription is deleted. */
export async function getDelivery(sql: Sql, id: string): Promise<Delivery & { attempts: Attempt[] }> {
  const [row] = await sql<Delivery & { attempts: Attempt[] }>`
    select ${columns}, ${attemptsColumn} from delivery d join event e on e.id = d.event_id
    join subscription s on s.id = d.subscription_id and s.status <> 'Deleted'
    where d.id = ${id}`
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

/** Starts a new round of attempts. Returns false when the delivery is pending. */
export async function restartDelivery(sql: Tx, id: string, now: Date): Promise<boolean> {
  // Of two concurrent calls the second one matches no row.
  const rows = await sql`
    update delivery set status = 'Pending', failed_attempts = 0, due_at = ${now}, finished_at = null
    where id = ${id} and status <> 'Pending' returning 1`
  sql.notify(DELIVERY_CHANNEL)
  return rows.length === 1
}

const columns = fragment`d.id, d.subscription_id, d.event_id, e.type as event, d.status, d.failed_attempts,
  case when d.status = 'Pending' then d.due_at end as next_attempt_at, d.last_status_code, d.created_at`
