import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'

/** A shard that this sender owns; the epoch fences what an earlier owner still writes. */
export interface Lease {
  shard: number
  epoch: number
}

// Leases run on the database's real clock, never on business time.

/** Says that this sender lives and keeps its leases; returns them and the number of living senders. */
export function renewLeases(
  db: Db,
  owner: string,
  ttlSeconds: number,
): Promise<{ held: Lease[]; senders: number }> {
  return db.tx(async (sql) => {
    await sql`
      insert into sender (id, seen_until) values (${owner}, clock_timestamp() + make_interval(secs => ${ttlSeconds}))
      on conflict (id) do update set seen_until = excluded.seen_until`
    // One that has run out but that nobody has taken is still ours: nobody else may have sent.
    const held = await sql<Lease>`
      update shard_lease set lease_until = clock_timestamp() + make_interval(secs => ${ttlSeconds})
      where owner = ${owner} returning shard, epoch`
    await sql`delete from sender where seen_until < clock_timestamp() - interval '1 hour'`
    const [row] = await sql<{ senders: number }>`
      select count(*) as senders from sender where seen_until > clock_timestamp()`
    return { held, senders: row!.senders }
  })
}

/** Takes up to `limit` shards that nobody owns any more. */
export function takeLeases(db: Db, owner: string, ttlSeconds: number, limit: number): Promise<Lease[]> {
  // Skipping locked rows: two senders that look at once divide what is free.
  return db.sql<Lease>`
    update shard_lease set owner = ${owner}, epoch = epoch + 1,
      lease_until = clock_timestamp() + make_interval(secs => ${ttlSeconds})
    where shard in (
      select shard from shard_lease where owner is null or lease_until < clock_timestamp()
      order by shard limit ${limit} for update skip locked)
    returning shard, epoch`
}

/** Gives shards away for which nothing is in flight any more; `null` gives all away and says good-bye. */
export async function releaseLeases(db: Db, owner: string, shards: number[] | null): Promise<void> {
  await db.sql`
    update shard_lease set owner = null
    where owner = ${owner} and (${shards}::integer[] is null or shard = any(${shards}::integer[]))`
  if (!shards) await db.sql`delete from sender where id = ${owner}`
}

/** Those of the leases that still hold, kept until the end of the transaction. */
export async function lockLeases(sql: Tx, owner: string, leases: Lease[]): Promise<Lease[]> {
  // "for share" and no weaker: a take-over must wait for this commit, or this must see the take-over.
  const rows = await sql<Lease>`
    select shard, epoch from shard_lease
    where owner = ${owner} and shard = any(${leases.map((lease) => lease.shard)}::integer[])
    order by shard for share`
  const current = new Map(rows.map((row) => [row.shard, row.epoch]))
  return leases.filter((lease) => current.get(lease.shard) === lease.epoch)
}
