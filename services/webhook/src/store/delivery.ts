import type { deliveryStatuses } from '@jobboard/contracts/endpoints/webhook'
import type { Page } from '@jobboard/db/page'
import { offsetOf } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'

type DeliveryStatus = (typeof deliveryStatuses)[number]

/** A delivery as operators see it. */
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
  const wanted = fragment`d.subscription_id = ${subscriptionId}
    and (${status ?? null}::text is null or d.status = ${status ?? null})`
  const [count] = await sql<{ total: number }>`select count(*) as total from delivery d where ${wanted}`
  const items = await sql<Delivery>`
    select ${columns} from delivery d join event e on e.id = d.event_id
    where ${wanted} order by d.created_at desc, d.id desc offset ${offset} limit ${limit}`
  return { total: count!.total, page, pageSize, items }
}

const columns = fragment`d.id, d.subscription_id, d.event_id, e.type as event, d.status, d.failed_attempts,
  case when d.status = 'Pending' then d.due_at end as next_attempt_at, d.last_status_code, d.created_at`
