import type { WebhookEvent } from '@jobboard/contracts/endpoints/webhook'
import { fragment, type Sql } from '@jobboard/db/sql'

/** A public event in the feed; `body` are the bytes that its deliveries send. */
export interface FeedEvent {
  id: string
  body: Buffer
}

/** Which part of a feed: events of these types that occurred at `oldest` or later. */
export interface FeedQuery {
  types: readonly WebhookEvent[]
  oldest: Date
  /** Returns what follows this event. */
  after: string | undefined
  /** Starts at the first event of these types that occurred at this time or later. */
  since: Date | undefined
  limit: number
}

/** Up to `limit` events of an employer in the order of the feed, and the id of the feed's last event of any type, as of the
 * same moment: null without an event that occurred at `oldest` or later. */
export async function listFeed(
  sql: Sql,
  employerId: number,
  query: FeedQuery,
): Promise<{ events: FeedEvent[]; lastId: string | null }> {
  const { types, oldest, limit } = query
  const rows = await sql<{ lastId: string | null; id: string | null; body: Buffer }>`
    select last.id as last_id, event.id, event.body
    from (select) as always
    left join (
      select id, occurred_at from event
      where employer_id = ${employerId} and feed_number is not null order by feed_number desc limit 1
    ) as last on last.occurred_at >= ${oldest}
    left join (${numbersOf(employerId, types, fragment`feed_number > ${placeOf(employerId, query)}`, { oldest, limit })}
    ) as page on true
    left join event on event.employer_id = ${employerId} and event.feed_number = page.feed_number
    order by page.feed_number`
  const events = rows.filter((row) => row.id !== null).map(({ id, body }) => ({ id: id!, body }))
  return { events, lastId: rows[0]!.lastId }
}

/** Whether the employer's feed has the event. */
export async function isInFeed(sql: Sql, employerId: number, id: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>`select ${numberOf(employerId, id)} is not null as found`
  return row!.found
}

/** The number of the event before the first one to return; null when there is none to return. */
function placeOf(employerId: number, { types, after, since, oldest }: FeedQuery) {
  if (after !== undefined) return numberOf(employerId, after)
  if (since === undefined) return fragment`0`
  const from = since > oldest ? since : oldest
  const first = numbersOf(employerId, types, fragment`true`, { oldest: from, limit: 1 })
  return fragment`(select feed_number - 1 from (${first}) as first)`
}

const numberOf = (employerId: number, id: string) =>
  fragment`(select feed_number from event where id = ${id} and employer_id = ${employerId})`

// Each type is one range of the index event_feed_type, which also has the times.
function numbersOf(
  employerId: number,
  types: readonly WebhookEvent[],
  condition: ReturnType<typeof fragment>,
  { oldest, limit }: { oldest: Date; limit: number },
) {
  return fragment`
    select found.feed_number from unnest(${types}::text[]) as wanted (type) cross join lateral (
      select feed_number from event
      where employer_id = ${employerId} and event.type = wanted.type and ${condition} and occurred_at >= ${oldest}
      order by feed_number limit ${limit}
    ) as found order by found.feed_number limit ${limit}`
}
