import type { Tx } from '@jobboard/db/sql'
import { currentTraceparent } from '@jobboard/process/tracing/span'

/** A public event; `body` are the bytes that every attempt sends. */
export interface StoredEvent {
  id: string
  type: string
  /** ISO 8601, business clock. */
  timestamp: string
  body: Buffer
  /** The person that it is about is erased: what receivers respond to its deliveries is not stored. */
  isErased?: boolean
}

/** `Db.listen` channel of commits that made a delivery due. */
export const DELIVERY_CHANNEL = 'delivery'

/** Inserts an event, last in the feed of its employer (D-62), and one delivery for each subscription of the employer
 * to its type. Disabled subscriptions get theirs too and hold it (D-54). Inserting the same event again changes
 * nothing. */
export async function insertEvent(sql: Tx, employerId: number, event: StoredEvent, now: Date): Promise<void> {
  // The row of the feed stays locked until the commit: a reader that sees a number sees all lower ones. A number
  // that a repeated event takes is not used.
  // The share locks order this with a concurrent deletion: it either cancels these deliveries or prevents
  // them. Locking in id order avoids deadlocks.
  await sql`
    with next as (
      insert into event_feed (employer_id, last_number, last_time)
      values (${employerId}, 1, ${event.timestamp})
      on conflict (employer_id) do update set last_number = event_feed.last_number + 1,
        last_time = greatest(event_feed.last_time, excluded.last_time)
      returning last_number, last_time
    ), stored as (
      insert into event (id, employer_id, type, body, occurred_at, feed_number, feed_time, is_erased, traceparent)
      select ${event.id}, ${employerId}, ${event.type}, ${event.body}, ${event.timestamp}, last_number, last_time,
        ${event.isErased ?? false}, ${currentTraceparent()}::text
      from next
      on conflict (id) do nothing
    )
    insert into delivery (id, subscription_id, event_id, due_at, created_at)
    select gen_random_uuid(), id, ${event.id}, ${now}, ${now}
    from (
      select id from subscription
      where employer_id = ${employerId} and status in ('Active', 'Disabled') and ${event.type} = any(events)
      order by id for share
    ) as subscribed
    on conflict (subscription_id, event_id) do nothing`
  sql.notify(DELIVERY_CHANNEL)
}

/** Stores an event that is not in the feed (`webhook.test`); one that is stored already keeps its bytes. */
export async function saveEvent(sql: Tx, employerId: number, event: StoredEvent): Promise<void> {
  await sql`
    insert into event (id, employer_id, type, body, occurred_at, traceparent)
    values (${event.id}, ${employerId}, ${event.type}, ${event.body}, ${event.timestamp}, ${currentTraceparent()})
    on conflict (id) do nothing`
}
