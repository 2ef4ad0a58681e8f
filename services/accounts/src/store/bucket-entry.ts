import type { Db } from '@jobboard/db/db'
import { fragment, type Sql } from '@jobboard/db/sql'

const tableOf = {
  recruiter: fragment`recruiter_key`,
  candidate: fragment`candidate_key`,
}

/** The state of a key as the bucket has it. Times in milliseconds since 1970, business clock. */
export interface PublishedState {
  kind: 'recruiter' | 'candidate'
  status: string
  expiresAtMs: number | null
  revokedAtMs?: number | null | undefined
  version: number
}

/** Adopts the state of a record that this accounts service signed and this database has lost, as after a restore
 * from a backup. Does nothing when the database has this version or a newer one. */
export async function adoptRecord(sql: Sql, hash: string, record: PublishedState): Promise<void> {
  const { kind, status, expiresAtMs, revokedAtMs = null, version } = record
  await sql`
    update ${tableOf[kind]} set status = ${status}, version = ${version}, kv_published_version = ${version},
      expires_at = to_timestamp(${expiresAtMs}::float8 / 1000), revoked_at = to_timestamp(${revokedAtMs}::float8 / 1000)
    where hash = ${hash} and version < ${version}`
}

/** Marks keys as unpublished, because the bucket has something else under their hashes. */
export async function markUnpublished(sql: Sql, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  for (const table of Object.values(tableOf))
    await sql`
      with held as (
        select id from ${table} where hash = any(${hashes}) and kv_published_version > 0 and not kv_removed
        order by id for no key update
      )
      update ${table} set kv_published_version = 0 from held where ${table}.id = held.id`
}

/** Records that every entry of the bucket up to this revision is as this database has it. */
export async function markVerified(sql: Sql, generation: number, revision: number): Promise<void> {
  await sql`
    update key_bucket set verified_seq = greatest(verified_seq, ${revision}) where generation = ${generation}`
}

/** The hashes of keys that have ended before `before` and whose record is still in the bucket. */
export async function listEnded(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.sql<{ hash: string }>`
    (select hash from recruiter_key where least(revoked_at, expires_at) < ${before}
      and not kv_removed and (revoked_at is not null or expires_at is not null)
      and kv_published_version = version limit ${limit})
    union all
    (select hash from candidate_key where least(revoked_at, expires_at) < ${before}
      and not kv_removed and (revoked_at is not null or expires_at is not null)
      and kv_published_version = version limit ${limit})`
  return rows.map(({ hash }) => hash)
}

/** Marks keys as removed from the bucket, unless they have changed meanwhile. */
export async function markRemoved(sql: Sql, hashes: string[]): Promise<void> {
  for (const table of Object.values(tableOf))
    await sql`
      with held as (
        select id from ${table} where hash = any(${hashes}) and kv_published_version = version
        order by id for no key update
      )
      update ${table} set kv_removed = true from held where ${table}.id = held.id`
}
