import { fragment, type Sql } from '@jobboard/db/sql'

/** A public event in the feed; `body` are the bytes that its deliveries send. */
export interface FeedEvent {
  id: string
  body: Buffer
}

/** Up to `limit` events of an employer that occurred at `since` or later, in the order of the feed: those that follow the
 * event `after`, or the oldest. */
export function listFeed(
  sql: Sql,
  employerId: number,
  { after, since, limit }: { after: string | undefined; since: Date; limit: number },
): Promise<FeedEvent[]> {
  const place = after === undefined ? fragment`0` : placeOf(employerId, after)
  return sql<FeedEvent>`
    select id, body from event
    where employer_id = ${employerId} and feed_number > ${place} and occurred_at >= ${since}
    order by feed_number limit ${limit}`
}

/** Whether the employer's feed has the event. */
export async function isInFeed(sql: Sql, employerId: number, id: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>`select ${placeOf(employerId, id)} is not null as found`
  return row!.found
}

function placeOf(employerId: number, id: string) {
  return fragment`(select feed_number from event where id = ${id} and employer_id = ${employerId})`
}
