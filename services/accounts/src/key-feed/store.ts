import { openConnection } from '@jobboard/db/connections'
import type { Db } from '@jobboard/db/db'
import { fragment, type Sql } from '@jobboard/db/sql'
import { candidateKeys, type HashedKey, keyTables, recruiterKeys } from '../keys/store.ts'

/** What this database says about the key bucket. */
export interface RecordedBucket {
  generation: number
  /** When the stream of the bucket was created. */
  created: string
  /** The fingerprint of the secret that signed its entries. */
  signer: string
  /** The last revision that this database published. */
  lastSeq: number
  /** Every entry up to this revision is as this database has it. */
  verifiedSeq: number
  /** Whether a key has a version that is not in the bucket. */
  hasUnpublished: boolean
}

/** The bucket of the stream in NATS: when it was created, its last sequence, and whose signatures its readers accept. */
export interface StreamState {
  created: string
  signer: string
  lastSeq: number
}

/** A connection that listens for changes of keys by any replica. */
export interface KeyChanges {
  /** The recorded bucket. A result also proves that every notification committed before has been received. */
  read(): Promise<RecordedBucket>
  close(): Promise<void>
}

const CHANNEL = 'key_change'

const READ = `
  select generation, created, signer, last_seq as "lastSeq", verified_seq as "verifiedSeq",
    exists (select from recruiter_key where kv_published_version < version)
      or exists (select from candidate_key where kv_published_version < version) as "hasUnpublished"
  from key_bucket`

/** Opens it; `onChange` is called after each commit that changed a key. Throws when the database is
 * unavailable. Needs a direct connection, not a transaction pooler. */
export async function openKeyChanges(directUrl: string, onChange: () => void): Promise<KeyChanges> {
  const client = await openConnection(directUrl)
  try {
    const { rows } = await client.query('select current_schema() as schema')
    client.on('notification', ({ payload }) => {
      if (payload === rows[0].schema) onChange()
    })
    await client.query(`listen ${CHANNEL}`)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return {
    async read() {
      const { rows } = await client.query<RecordedBucket>(READ)
      return rows[0]!
    },
    close: () => client.end().catch(() => {}),
  }
}

/** Whether the stream is the recorded bucket, signed with the present secret, and has everything that was put into it. */
export function isRecorded(recorded: RecordedBucket, { created, signer, lastSeq }: StreamState): boolean {
  if (recorded.signer !== signer) return false
  return recorded.created === created && Math.max(recorded.lastSeq, recorded.verifiedSeq) <= lastSeq
}

/** Begins the next generation of the bucket, in which every key is unpublished and every entry unverified;
 * exactly one caller begins it. */
export async function beginGeneration(db: Db, recorded: RecordedBucket, stream: StreamState): Promise<void> {
  await db.tx(async (sql) => {
    const { created, signer, lastSeq } = stream
    const [row] = await sql`
      update key_bucket
      set generation = generation + 1, created = ${created}, signer = ${signer}, last_seq = ${lastSeq},
        verified_seq = 0
      where generation = ${recorded.generation} returning 1`
    if (!row) return
    await unpublish(sql, fragment`true`)
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
    for (const table of Object.values(keyTables)) {
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
    update ${keyTables[kind]} set status = ${status}, version = ${version}, kv_published_version = ${version},
      expires_at = to_timestamp(${expiresAtMs}::float8 / 1000), revoked_at = to_timestamp(${revokedAtMs}::float8 / 1000)
    where hash = ${hash} and version < ${version}`
}

/** Marks keys as unpublished, because the bucket has something else under their hashes. */
export async function markUnpublished(sql: Sql, hashes: string[]): Promise<void> {
  if (hashes.length > 0) await unpublish(sql, fragment`hash = any(${hashes})`)
}

async function unpublish(sql: Sql, isChosen: ReturnType<typeof fragment>): Promise<void> {
  for (const table of Object.values(keyTables))
    await sql`
      with held as (
        select id from ${table} where ${isChosen} and kv_published_version > 0 and not kv_removed
        order by id for no key update
      )
      update ${table} set kv_published_version = 0 from held where ${table}.id = held.id`
}

/** Records that every entry of the bucket up to this revision is as this database has it. */
export async function markVerified(sql: Sql, generation: number, revision: number): Promise<void> {
  await sql`
    update key_bucket set verified_seq = greatest(verified_seq, ${revision}) where generation = ${generation}`
}

/** The hashes of keys that have ended before `before`, or of deleted sandboxes before the later `sandboxBefore`, and whose
 * record is still in the bucket. */
export async function listEnded(
  db: Db,
  { before, sandboxBefore }: { before: Date; sandboxBefore: Date },
  limit: number,
): Promise<string[]> {
  const hasEnded = (sandbox: ReturnType<typeof fragment>) => fragment`
    least(revoked_at, expires_at) < ${sandboxBefore} and not kv_removed
    and (revoked_at is not null or expires_at is not null) and kv_published_version = version
    and (least(revoked_at, expires_at) < ${before}
      or ${sandbox} in (select sandbox_id from retired_sandbox)) limit ${limit}`
  const rows = await db.sql<{ hash: string }>`
    (select hash from recruiter_key where ${hasEnded(fragment`employer_id`)})
    union all
    (select hash from candidate_key where ${hasEnded(fragment`sandbox_id`)})`
  return rows.map(({ hash }) => hash)
}

/** Marks keys as removed from the bucket, unless they have changed meanwhile. */
export async function markRemoved(sql: Sql, hashes: string[]): Promise<void> {
  for (const table of Object.values(keyTables))
    await sql`
      with held as (
        select id from ${table} where hash = any(${hashes}) and kv_published_version = version
        order by id for no key update
      )
      update ${table} set kv_removed = true from held where ${table}.id = held.id`
}
