import { openConnection } from '@jobboard/db/connections'
import type { Db } from '@jobboard/db/db'
import { fragment } from '@jobboard/db/sql'

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
    for (const table of [fragment`recruiter_key`, fragment`candidate_key`])
      await sql`
        with held as (
          select id from ${table} where kv_published_version > 0 and not kv_removed order by id for no key update
        )
        update ${table} set kv_published_version = 0 from held where ${table}.id = held.id`
  })
}
