import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'

/** A sender's lease of a shard. Every take-over increments the epoch; it fences writes of earlier owners. */
export interface Lease {
  shard: number
  epoch: number
}

// Leases use the database's real clock: moving the business clock must not end one.

/** Registers the sender as alive and renews its leases. Returns the leases and the number of senders alive. */
export function renewLeases(
  db: Db,
  owner: string,
  ttlSeconds: number,
): Promise<{ held: Lease[]; senders: number }> {
  return db.tx(async (sql) => {
    await sql`
      insert into sender (id, seen_until) values (${owner}, clock_timestamp() + make_interval(secs => ${ttlSeconds}))
      on conflict (id) do update set seen_until = excluded.seen_until`
    // An expired lease that no other sender took can be renewed: no other sender can have sent.
    const held = await sql<Lease>`
      update shard_lease set lease_until = clock_timestamp() + make_interval(secs => ${ttlSeconds})
      where owner = ${owner} returning shard, epoch`
    await sql`delete from sender where seen_until < clock_timestamp() - interval '1 hour'`
    const [row] = await sql<{ senders: number }>`
      select count(*) as senders from sender where seen_until > clock_timestamp()`
    return { held, senders: row!.senders }
  })
}

/** Takes up to `limit` shards that have no owner or an expired lease. */
export function takeLeases(db: Db, owner: string, ttlSeconds: number, limit: number): Promise<Lease[]> {
  // "skip locked": senders that take at the same time get different shards.
  return db.sql<Lease>`
    update shard_lease set owner = ${owner}, epoch = epoch + 1,
      lease_until = clock_timestamp() + make_interval(secs => ${ttlSeconds})
    where shard in (
      select shard from shard_lease where owner is null or lease_until < clock_timestamp()
      order by shard limit ${limit} for update skip locked)
    returning shard, epoch`
}

/** Releases shards without requests in flight. `null` releases all of them and removes the sender. */
export async function releaseLeases(db: Db, owner: string, shards: number[] | null): Promise<void> {
  await db.sql`
    update shard_lease set owner = null
    where owner = ${owner} and (${shards}::integer[] is null or shard = any(${shards}::integer[]))`
  if (!shards) await db.sql`delete from sender where id = ${owner}`
}

/** Returns those of the leases that the sender still holds, and locks them until the end of the transaction. */
export async function lockLeases(sql: Tx, owner: string, leases: Lease[]): Promise<Lease[]> {
  // "for share" conflicts with the update of a take-over, "for key share" would not: either the take-over
  // waits for this commit or this statement sees the new epoch.
  const rows = await sql<Lease>`
    select shard, epoch from shard_lease
    where owner = ${owner} and shard = any(${leases.map((lease) => lease.shard)}::integer[])
    order by shard for share`
  const epochs = new Map(rows.map((row) => [row.shard, row.epoch]))
  return leases.filter((lease) => epochs.get(lease.shard) === lease.epoch)
}
