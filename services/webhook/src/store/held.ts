import { fragment, type Tx } from '@jobboard/db/sql'
import { planByIndex } from './plan-by-index.ts'

/** How many pending deliveries of a subscription are due after `until`, counted up to `limit`. */
export async function countHeldForLater(
  sql: Tx,
  subscriptionId: number,
  until: Date,
  limit: number,
): Promise<number> {
  await planByIndex(sql)
  const [row] = await sql<{ n: number }>`
    select count(*)::integer as n from (${pendingAfter(subscriptionId, until)} limit ${limit}) as later`
  return row!.n
}

/** Makes up to `limit` pending deliveries of a locked subscription due that were due after `now` and `spreadMs`: each at some
 * time in between. Returns how many. */
export async function makeHeldDue(
  sql: Tx,
  subscriptionId: number,
  { now, spreadMs, limit }: { now: Date; spreadMs: number; limit: number },
): Promise<number> {
  await planByIndex(sql)
  const until = new Date(now.getTime() + spreadMs)
  const rows = await sql`
    update delivery set due_at = ${now}::timestamptz + random() * ${spreadMs}::integer * interval '1 millisecond'
    where id in (${pendingAfter(subscriptionId, until)} limit ${limit} for update)
    returning 1`
  return rows.length
}

// A range of the index delivery_due, and of no other one.
function pendingAfter(subscriptionId: number, until: Date) {
  return fragment`
    select id from delivery
    where status = 'Pending' and (subscription_id, due_at) > (${subscriptionId}, ${until})
      and (subscription_id, due_at) <= (${subscriptionId}, 'infinity')
    order by subscription_id, due_at`
}
