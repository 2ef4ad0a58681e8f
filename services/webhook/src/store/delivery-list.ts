import { deliveryStatuses } from '@jobboard/contracts/webhooks/deliveries'
import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { DeliveryStatus } from '../domain/delivery-state.ts'
import { type Delivery, isHeld } from './delivery.ts'

/** A delivery with the owner of its subscription. */
export interface OwnedDelivery extends Delivery {
  employerId: number
  isHeld: boolean
}

/** Which deliveries to list; `since` compares with their creation. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  employerId?: number | undefined
  subscriptionId?: number | undefined
  since?: Date | undefined
}

/** The deliveries of all subscriptions that match, newest first. */
export async function listAllDeliveries(
  sql: Sql,
  {
    status,
    employerId,
    subscriptionId,
    since,
    page,
    pageSize,
  }: DeliveryFilter & { page: number; pageSize: number },
): Promise<Page<OwnedDelivery>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const statuses = status ? [status] : deliveryStatuses
  const from = since ?? '-infinity'
  const isOfOwner = employerId !== undefined || subscriptionId !== undefined
  const owners = fragment`
    select id from subscription
    where id = coalesce(${subscriptionId ?? null}, id) and employer_id = coalesce(${employerId ?? null}, employer_id)`
  const ofOwner = isOfOwner ? fragment`subscription_id in (${owners})` : fragment`true`
  const [count] = await sql<{ total: number }>`
    select count(*) as total from delivery
    where status = any(${statuses}::text[]) and created_at >= ${from} and ${ofOwner}`
  // The newest of each subscription or of each status, which are ranges of an index in this order, then merged.
  const ranges = isOfOwner
    ? fragment`(${owners}) as owner cross join lateral (
        select * from delivery
        where subscription_id = owner.id and status = any(${statuses}::text[]) and created_at >= ${from}
        order by created_at desc, id desc limit ${offset + limit}) as newest`
    : fragment`unnest(${statuses}::text[]) as one(name) cross join lateral (
        select * from delivery where status = one.name and created_at >= ${from}
        order by created_at desc, id desc limit ${offset + limit}) as newest`
  const items = await sql<OwnedDelivery>`
    select d.id, d.subscription_id, s.employer_id, coalesce(e.replay_of, e.id) as event_id, e.type as event, d.status, d.failed_attempts,
      case when d.status = 'Pending' then d.due_at end as next_attempt_at, d.last_status_code, d.created_at, ${isHeld}
    from (select newest.* from ${ranges} order by created_at desc, id desc offset ${offset} limit ${limit}) as d
    join event e on e.id = d.event_id join subscription s on s.id = d.subscription_id
    order by d.created_at desc, d.id desc`
  return { total: count!.total, page, pageSize, items }
}
