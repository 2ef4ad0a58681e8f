import type { Db } from '@jobboard/db/db'
import { fragment } from '@jobboard/db/sql'
import { candidateKeys, type HashedKey, recruiterKeys } from './key.ts'

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

/** Marks keys as published in this generation, at these revisions. Skips keys that have changed since they were
 * listed; does nothing once the next generation has begun. */
export async function markPublished(
  db: Db,
  generation: number,
  keys: HashedKey[],
  revisions: number[],
): Promise<void> {
  const [first, last] = [Math.min(...revisions), Math.max(...revisions)]
  // Without a gap nobody else has written between the verified entries and these.
  const isGapless = new Set(revisions).size === last - first + 1
  await db.tx(async (sql) => {
    // The update locks the row, so the next generation cannot begin before this commit.
    const [row] = await sql`
      update key_bucket set last_seq = greatest(last_seq, ${last}),
        verified_seq = case when ${isGapless} and verified_seq + 1 = ${first} then ${last} else verified_seq end
      where generation = ${generation} returning 1`
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
