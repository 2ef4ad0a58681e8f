import type { Sql } from '@jobboard/db/sql'
import type { DeliveryStatus } from '../../src/deliveries/delivery.ts'

/** Inserts deliveries of one event each. */
export async function insertDeliveries(
  sql: Sql,
  subscriptionId: number,
  {
    status,
    createdAt,
    dueAt = createdAt,
    count,
  }: {
    status: DeliveryStatus
    createdAt: Date
    dueAt?: Date
    count: number
  },
): Promise<void> {
  await sql`
    with new_event as (
      insert into event (id, employer_id, type, body, occurred_at)
      select gen_random_uuid(), (select employer_id from subscription where id = ${subscriptionId}), 'job.expired',
        '{"type":"job.expired"}', ${createdAt}
      from generate_series(1, ${count}::integer) returning id
    )
    insert into delivery (id, subscription_id, event_id, status, due_at, created_at, finished_at)
    select gen_random_uuid(), ${subscriptionId}, id, ${status}, ${dueAt}, ${createdAt},
      case when ${status} <> 'Pending' then ${createdAt}::timestamptz end
    from new_event`
}
