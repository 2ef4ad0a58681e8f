import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { currentTraceparent } from '@jobboard/process/tracing/span'
import type { SerializedEvent } from './public-event.ts'

/** An event as it is stored. */
export interface StoredEvent extends SerializedEvent {
  employerId: number
  /** The person that it is about is erased, and what receivers respond to its deliveries is not stored. */
  isErased?: boolean
  /** W3C trace context of what caused it. */
  traceparent: string | null
}

/** `Db.listen` channel of commits that made a delivery due. */
export const DELIVERY_CHANNEL = 'delivery'

/** Inserts events, in this order last in the feeds of their employers (D-62), and one delivery for each subscription of
 * the employer to the event's type. Disabled subscriptions get theirs too and hold it (D-54). Inserting an event again
 * changes nothing. */
export async function insertEvents(sql: Tx, events: readonly StoredEvent[], now: Date): Promise<void> {
  const employerIds = events.map(({ employerId }) => employerId)
  const item = fragment`item as (
    select * from unnest(${employerIds}::integer[], ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ type }) => type)}::text[], ${events.map(({ body }) => body)}::bytea[],
      ${events.map(({ timestamp }) => timestamp)}::timestamptz[], ${events.map(({ isErased }) => isErased ?? false)}::boolean[],
      ${events.map(({ traceparent }) => traceparent)}::text[])
      with ordinality as item (employer_id, id, type, body, occurred_at, is_erased, traceparent, place)
  )`
  // The rows of the feeds stay locked until the commit: a reader that sees a number sees all lower ones. A number
  // that a repeated event takes is not used.
  const numbered = sql`
    insert into event_feed (employer_id, last_number)
    select employer_id, count(*) from unnest(${employerIds}::integer[]) as item (employer_id)
    group by employer_id order by employer_id
    on conflict (employer_id) do update set last_number = event_feed.last_number + excluded.last_number`
  // Of the locked rows, so that the time of a feed never decreases.
  // The share locks order this with a concurrent deletion: it either cancels these deliveries or prevents
  // them. Locking in id order avoids deadlocks.
  const stored = sql`
    with ${item}, placed as (
      select item.*, feed.last_number + 1 - row_number() over (partition by item.employer_id order by place desc) as number,
        greatest(feed.last_time, max(occurred_at) over (partition by item.employer_id order by place)) as time
      from item join event_feed feed on feed.employer_id = item.employer_id
    ), timed as (
      update event_feed set last_time = latest.time
      from (select employer_id, max(time) as time from placed group by employer_id) as latest
      where event_feed.employer_id = latest.employer_id and event_feed.last_time is distinct from latest.time
    ), stored as (
      insert into event (id, employer_id, type, body, occurred_at, feed_number, feed_time, is_erased, traceparent)
      select id, employer_id, type, body, occurred_at, number, time, is_erased, traceparent from placed order by id
      on conflict (id) do nothing
    )
    insert into delivery (id, subscription_id, event_id, due_at, created_at)
    select gen_random_uuid(), subscribed.id, item.id, ${now}, ${now}
    from (
      select id, employer_id, events from subscription
      where employer_id = any(${employerIds}::integer[]) and status in ('Active', 'Disabled')
        and events && ${[...new Set(events.map(({ type }) => type))]}::text[]
      order by id for share
    ) as subscribed
    join item on item.employer_id = subscribed.employer_id and item.type = any(subscribed.events)
    order by place
    on conflict (subscription_id, event_id) do nothing`
  await Promise.all([numbered, stored])
  sql.notify(DELIVERY_CHANNEL)
}

/** Stores an event that is not in the feed (`webhook.test`); one that is stored already keeps its bytes. */
export async function saveEvent(sql: Tx, employerId: number, event: SerializedEvent): Promise<void> {
  await sql`
    insert into event (id, employer_id, type, body, occurred_at, traceparent)
    values (${event.id}, ${employerId}, ${event.type}, ${event.body}, ${event.timestamp}, ${currentTraceparent()})
    on conflict (id) do nothing`
}

/** A public event in the feed; `body` are the bytes that its deliveries send. */
interface FeedEvent {
  id: string
  body: Buffer
}

/** Which part of a feed. */
interface FeedQuery {
  types: readonly WebhookEvent[]
  /** Events that occurred before are left out. */
  oldest: Date
  /** Returns what follows this event. */
  after: string | undefined
  /** Starts at the first event of the feed that occurred at this time or later. */
  since: Date | undefined
  /** In the order of the feed, or against it: then `after` leads to older events. */
  order: 'oldest' | 'newest'
  limit: number
}

/** Up to `limit` events of an employer, and the id of the feed's last event of any type, as of the
 * same moment: null when it occurred before `oldest`, and without an event. */
export async function listFeed(
  sql: Sql,
  employerId: number,
  { types, oldest, after, since, order, limit }: FeedQuery,
): Promise<{ events: FeedEvent[]; lastId: string | null }> {
  const start = since && since > oldest ? since : oldest
  const isAscending = order === 'oldest'
  const direction = isAscending ? fragment`asc` : fragment`desc`
  const last = after === undefined ? undefined : numberOf(employerId, after)
  const following = !last
    ? fragment``
    : isAscending
      ? fragment`and feed_number > ${last}`
      : fragment`and feed_number < ${last}`
  // Each type is one range of the index event_feed_type; only the rows of the page are read from the table.
  const rows = await sql<{ lastId: string | null; id: string | null; body: Buffer }>`
    select last.id as last_id, event.id, event.body
    from (select) as always
    left join (
      select id, occurred_at from event
      where employer_id = ${employerId} and feed_number is not null order by feed_number desc limit 1
    ) as last on last.occurred_at >= ${oldest}
    left join (
      select found.feed_number from unnest(${types}::text[]) as wanted (type) cross join lateral (
        select feed_number from event
        where employer_id = ${employerId} and event.type = wanted.type and occurred_at >= ${oldest}
          and feed_number >= ${firstNumberSince(employerId, start)} ${following}
        order by feed_number ${direction} limit ${limit}
      ) as found order by found.feed_number ${direction} limit ${limit}
    ) as page on true
    left join event on event.employer_id = ${employerId} and event.feed_number = page.feed_number
    order by page.feed_number ${direction}`
  const events = rows.filter((row) => row.id !== null).map(({ id, body }) => ({ id: id!, body }))
  return { events, lastId: rows[0]!.lastId }
}

/** Whether the employer's feed has the event. */
export async function isInFeed(sql: Sql, employerId: number, id: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>`select ${numberOf(employerId, id)} is not null as found`
  return row!.found
}

const numberOf = (employerId: number, id: string) =>
  fragment`(select feed_number from event where id = ${id} and employer_id = ${employerId})`

// The place of the first event that occurred at a time or later, whatever occurred later and stands before it. In the order
// of feed_time that is the first row; rows without one are read one by one. Both are ranges of the index event_feed_time.
function firstNumberSince(employerId: number, time: Date) {
  return fragment`(select least((
      select feed_number from event where employer_id = ${employerId} and feed_time >= ${time}
      order by feed_time, feed_number limit 1
    ), (
      select feed_number from event
      where employer_id = ${employerId} and feed_time is null and feed_number is not null and occurred_at >= ${time}
      order by feed_number limit 1
    )))`
}
