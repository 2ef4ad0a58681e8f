import type { KeyWatermark } from '@jobboard/contracts/internal/keys'
import type { Db } from '@jobboard/db/db'
import { fragment } from '@jobboard/db/sql'
import { candidateKeys, type HashedKey, recruiterKeys } from './key.ts'

/** The state of the key bucket's stream, as NATS tells it. */
export interface BucketState {
  created: string
  lastSeq: number
}

/** The generation of the bucket. A bucket that was made anew or has lost messages starts the next one, in which every
 * key is unpublished; of several replicas that notice it, one does that. */
export async function settleGeneration(db: Db, { created, lastSeq }: BucketState): Promise<number> {
  type Row = BucketState & { generation: number }
  const isSame = (row: Row) => row.created === created && row.lastSeq <= lastSeq
  const [known] = await db.sql<Row>`select generation, created, last_seq from key_bucket`
  if (isSame(known!)) return known!.generation
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

/** Keys the bucket does not know in their newest version, at most `limit` of each kind.
 * What has just changed goes first. */
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

/** Marks what the bucket of this generation holds; does nothing when the next one has begun, nor to a key that has
 * changed meanwhile. */
export async function markPublished(
  db: Db,
  generation: number,
  keys: HashedKey[],
  lastSeq: number,
): Promise<void> {
  await db.tx(async (sql) => {
    // The lock keeps the generation from changing before this has committed.
    const [row] = await sql`
      update key_bucket set last_seq = greatest(last_seq, ${lastSeq}) where generation = ${generation} returning 1`
    if (!row) return
    // Ids are unique over both tables, so each statement finds its own.
    for (const table of [fragment`recruiter_key`, fragment`candidate_key`]) {
      // Locked in the order of ids, as uses of keys are: neither waits for the other in a ring.
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

/** What may be told of the bucket of this generation after a look that left nothing unpublished; nothing when the next
 * one has begun. Read after that look: it covers what other replicas had published by then. */
export async function findTold(db: Db, generation: number): Promise<KeyWatermark | undefined> {
  const [told] = await db.sql<KeyWatermark>`
    select created, last_seq as revision from key_bucket where generation = ${generation}`
  return told
}
