import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openConnection } from './connections.ts'
import { rethrow } from './failure.ts'

/** A folder of forward-only migrations, `NNNN_what.sql`; `name` is the `source` of its rows in the
 * `migration` table. */
export interface MigrationSource {
  name: string
  folder: string
}

/** Settings of `migrate`; times in milliseconds. */
export interface MigrateOptions {
  /** How long to retry while another session holds a lock that a migration needs. */
  lockWaitMs?: number
  /** A migration gives up waiting for a lock after this long, because every statement on the table waits behind it. */
  lockTimeoutMs?: number
  /** Called before each retry. */
  onLockTimeout?(migration: string): void
  /** Receives an applied migration that this version of the code does not have: the database is newer. */
  onNewer?(migration: string): void
}

const MIGRATION_LOCK = 7_301_946
const MIGRATION_TIMEOUT_MS = 600_000
const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_RETRY_MS = 1_000
const POLL_MS = 200
/** First line of a file whose statements run one by one and on their own, such as `create index concurrently`.
 * Each must be safe to repeat. */
const NO_TRANSACTION = '-- no transaction'

/** Applies the missing migrations of every source, each in its own transaction, and returns their names. Of
 * several replicas one applies them and the others wait. */
export async function migrate(
  url: string,
  sources: MigrationSource[],
  options: MigrateOptions = {},
): Promise<string[]> {
  const client = await openConnection(url, MIGRATION_TIMEOUT_MS)
  const names: string[] = []
  try {
    await becomeMigrator(client)
    await client.query(`create table if not exists migration (
      source text, name text, applied_at timestamptz not null default now(), primary key (source, name))`)
    for (const source of sources) {
      const files = (await readdir(source.folder)).filter((file) => file.endsWith('.sql')).sort()
      const { rows } = await client.query('select name from migration where source = $1', [source.name])
      const applied = new Set(rows.map((row) => row.name as string))
      for (const name of applied) {
        if (!files.includes(name)) options.onNewer?.(`${source.name}/${name}`)
      }
      for (const file of files.filter((name) => !applied.has(name))) {
        const text = await readFile(`${source.folder}/${basename(file)}`, 'utf8')
        await retryLocks(`${source.name}/${file}`, options, () =>
          apply(client, source.name, file, text, options),
        )
        names.push(`${source.name}/${file}`)
      }
    }
  } catch (error) {
    rethrow(error)
  } finally {
    await client.end()
  }
  return names
}

// Polls: a session that waits in a statement holds a snapshot, for which `create index concurrently` waits.
async function becomeMigrator(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(${MIGRATION_LOCK}, hashtext(current_schema())) as acquired`,
    )
    if (rows[0].acquired) return
    await sleep(POLL_MS)
  }
}

// Keeps the migrator's lock meanwhile, or the replicas together would occupy the table without a pause.
async function retryLocks(
  migration: string,
  { lockWaitMs = 60_000, onLockTimeout }: MigrateOptions,
  work: () => Promise<void>,
): Promise<void> {
  const deadline = Date.now() + lockWaitMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
      if (!isLocked || Date.now() > deadline) throw error
      onLockTimeout?.(migration)
      await sleep(LOCK_RETRY_MS)
    }
  }
}

async function apply(
  client: pg.Client,
  source: string,
  file: string,
  text: string,
  { lockTimeoutMs = 2_000 }: MigrateOptions,
): Promise<void> {
  const record = () => client.query('insert into migration (source, name) values ($1, $2)', [source, file])
  if (text.startsWith(NO_TRANSACTION)) {
    for (const statement of text.split(/;\s*$/m).filter((part) => part.trim() !== '')) {
      await client.query(statement)
    }
    await record()
    return
  }
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(text)
    await record()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
