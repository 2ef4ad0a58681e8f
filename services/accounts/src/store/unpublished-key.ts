import type { Db } from '@jobboard/db/db'
import { fragment } from '@jobboard/db/sql'
import { candidateKeys, type HashedKey, recruiterKeys } from './key.ts'

/** The state of the key bucket's stream in NATS: when it was created, and its last sequence. */
export interface BucketState {
  created: string
  lastSeq: number
}

/** The current generation of the bucket. A bucket that was created again or has lost messages begins the next
 * one, in which every key is unpublished; exactly one replica begins it. */
export async function settleGeneration(db: Db, { created, lastSeq }: BucketState): Promise<number> {
  type Row = BucketState & { generation: number }
  const isSame = (row: Row) => row.created === created && row.lastSeq <= lastSeq
  const [current] = await db.sql<Row>`select generation, created, last_seq from key_bucket`
  if (isSame(current!)) return current!.generation
  return db.tx(async (sql) => {
    const [row] = await sql<Row>`select generation, created, last_seq from key_bucket for update`
    if (isSame(row!)) return row!.generation
    const generation = row!.generation + 1
    await sql`
      update key_bucket set generation = ${generation}, created = ${created}, last_seq = ${lastSeq}`
    await sql`update recruiter_key set kv_published_version = 0 where kv_published_version > 0`
    await sql`update candidate_key set kv_published_version = 0 where kv_published_version > 0`
    return generation
  })
}

/** Keys whose newest version is not in the bucket, at most `limit` of each kind. Keys that have just changed
 * come before the keys of a new generation. */
export async function listUnpublished(db: Db, limit: number): Promise<HashedKey[]> {
  const [recruiters, candidates] = await Promise.all([
    db.sql<HashedKey>`
      select k.*, hash from (
        ${recruiterKeys} where kv_published_version < version order by kv_published_version, id limit ${limit}) k
      join recruiter_key using (id)`,
    db.sql<HashedKey>`
      select k.*, hash from (
        ${candidateKeys} where kv_published_version < version order by kv_published_version, id limit ${limit}) k
      join candidate_key using (id)`,
  ])
  return [...recruiters, ...candidates]
}

/** Marks keys as published in this generation. Skips keys that have changed since they were listed; does
 * nothing once the next generation has begun. */
export async function markPublished(
  db: Db,
  generation: number,
  keys: HashedKey[],
  lastSeq: number,
): Promise<void> {
  await db.tx(async (sql) => {
    // The update locks the row, so the next generation cannot begin before this commit.
    const [row] = await sql`
      update key_bucket set last_seq = greatest(last_seq, ${lastSeq}) where generation = ${generation} returning 1`
    if (!row) return
    // Ids are unique over both tables, so each statement finds its own.
    for (const table of [fragment`recruiter_key`, fragment`candidate_key`]) {
      // Locked in order of id, like in `saveKeyUses`: the two cannot deadlock.
      await sql`
        with held as (
          select ${table}.id, held.version from ${table}
          join unnest(${keys.map(({ id }) => id)}::integer[], ${keys.map(({ version }) => version)}::integer[])
            as held (id, version) on held.id = ${table}.id and held.version = ${table}.version
          order by ${table}.id for no key update of ${table}
        )
        update ${table} set kv_published_version = held.version
        from held where held.id = ${table}.id`
    }
  })
}

/** The watermark of this generation, undefined once the next one has begun. Valid only when read after
 * `listUnpublished` has found nothing more to publish: it then covers what other replicas have published as
 * well. */
export async function findWatermark(
  db: Db,
  generation: number,
): Promise<{ created: string; revision: number } | undefined> {
  const [watermark] = await db.sql<{ created: string; revision: number }>`
    select created, last_seq as revision from key_bucket where generation = ${generation}`
  return watermark
}
