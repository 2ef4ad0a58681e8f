import type { Db } from '@jobboard/db/db'

/** Ends every lease now, as 20 s without a renewal do. For senders that were killed, before the next one starts. */
export async function expireLeases({ sql }: Db): Promise<void> {
  await sql`update shard_lease set lease_until = clock_timestamp() - interval '1 second'`
  await sql`update sender set seen_until = clock_timestamp() - interval '1 second'`
}
