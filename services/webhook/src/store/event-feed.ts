import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { fragment, type Sql } from '@jobboard/db/sql'

/** A public event in the feed; `body` are the bytes that its deliveries send. */
export interface FeedEvent {
  id: string
  body: Buffer
}

/** Which part of a feed. */
export interface FeedQuery {
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
