import type { Tx } from '@jobboard/db/sql'
import { bodyOf, type PublicEvent } from '../domain/public-event.ts'

/** `Db.listen` channel: there is something new to send. */
export const DELIVERY_CHANNEL = 'delivery'

/** Stores an event and a delivery for every subscription of the employer that wants it; disabled ones hold theirs (D-54).
 * The same event again changes nothing. */
export async function insertEvent(sql: Tx, employerId: number, event: PublicEvent, now: Date): Promise<void> {
  await saveEvent(sql, employerId, event)
  // Share locks keep a deletion out: it either cancels these deliveries or there are none. In order of id: no deadlock.
  await sql`
    insert into delivery (id, subscription_id, event_id, due_at, created_at)
    select gen_random_uuid(), id, ${event.id}, ${now}, ${now}
    from (
      select id from subscription
      where employer_id = ${employerId} and status in ('Active', 'Disabled') and ${event.type} = any(events)
      order by id for share
    ) as wanting
    on conflict (subscription_id, event_id) do nothing`
  sql.notify(DELIVERY_CHANNEL)
}

/** Stores the bytes of an event, once. */
export async function saveEvent(sql: Tx, employerId: number, event: PublicEvent): Promise<void> {
  await sql`
    insert into event (id, employer_id, type, body, occurred_at)
    values (${event.id}, ${employerId}, ${event.type}, ${bodyOf(event)}, ${event.timestamp})
    on conflict (id) do nothing`
}
