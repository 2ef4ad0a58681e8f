import type { Tx } from '@jobboard/db/sql'
import { DELIVERY_CHANNEL } from './event.ts'

/** A delivery's place in the order of creation. */
export interface Place {
  createdAt: Date
  id: string
}

/** Makes up to `limit` given-up deliveries, no tests (D-52), of a locked subscription due at `now`: those after `after` and created
 * until `until`, the oldest first. Returns their places. */
export async function restartGivenUp(
  sql: Tx,
  subscriptionId: number,
  { after, until, limit }: { after: Place; until: Date; limit: number },
  now: Date,
): Promise<Place[]> {
  // Locks in the order of the index, so that two recoveries never wait for each other in a circle.
  const rows = await sql<Place>`
    with given_up as materialized (
      select id, created_at from delivery
      where subscription_id = ${subscriptionId} and status in ('DeadLettered', 'Cancelled')
        and (created_at, id) > (${after.createdAt}, ${after.id}::uuid) and created_at <= ${until} and not is_test
      order by created_at, id limit ${limit} for update
    ), restarted as (
      update delivery set status = 'Pending', failed_attempts = 0, due_at = ${now}, finished_at = null
      where id in (select id from given_up)
    )
    select created_at, id from given_up order by created_at, id`
  if (rows.length > 0) sql.notify(DELIVERY_CHANNEL)
  return rows
}
