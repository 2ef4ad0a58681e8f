import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamName } from '@jobboard/contracts/services'
import type pg from 'pg'
import { connect } from '../database/connect.ts'
import type { DatabaseUrls } from '../database/database-urls.ts'
import { listSequences, listTables, quoted, type Sequence } from './tables.ts'

/** A read-only transaction that sees a database as it was at the moment of the backup. */
export interface Snapshot {
  client: pg.Client
  sequences: Sequence[]
}

// Below the 1 s after which Postgres looks for deadlocks: a writer that waits for this command is never cancelled.
const LOCK_TIMEOUT = '800ms'
const ATTEMPTS = 10
const PAUSE_MS = 500

/** Opens a snapshot of each database, all of one moment: writers of all databases wait while the snapshots are taken,
 * normally for some milliseconds, or no effect of an event would have its cause. The caller ends the clients. */
export async function openSnapshots(urls: DatabaseUrls): Promise<Map<UpstreamName, Snapshot>> {
  const lockers = await connectAll(urls)
  const readers = await connectAll(urls).catch(async (error) => {
    await endAll(lockers.values())
    throw error
  })
  try {
    await lockWithRetries(lockers)
    const taken = [...readers].map(async ([name, client]) => {
      await client.query('begin isolation level repeatable read read only')
      // The first query of the transaction takes its snapshot. Sequences are not part of it.
      return [name, { client, sequences: await listSequences(client) }] as const
    })
    return new Map(await Promise.all(taken))
  } catch (error) {
    await endAll(readers.values())
    throw error
  } finally {
    await endAll(lockers.values())
  }
}

async function connectAll(urls: DatabaseUrls): Promise<Map<UpstreamName, pg.Client>> {
  const clients = new Map<UpstreamName, pg.Client>()
  try {
    for (const [name, url] of urls) clients.set(name, await connect(name, url))
    return clients
  } catch (error) {
    await endAll(clients.values())
    throw error
  }
}

/** Ends connections; what they have locked is free. */
export async function endAll(clients: Iterable<pg.Client>): Promise<void> {
  await Promise.all([...clients].map((client) => client.end().catch(() => {})))
}

async function lockWithRetries(clients: ReadonlyMap<UpstreamName, pg.Client>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const results = await Promise.allSettled([...clients].map(([name, client]) => lockWriters(name, client)))
    const failed = results.find((result) => result.status === 'rejected')
    if (!failed) return
    await Promise.all([...clients.values()].map((client) => client.query('rollback')))
    if (attempt === ATTEMPTS) throw failed.reason
    await sleep(PAUSE_MS * (0.5 + Math.random()))
  }
}

/** Lets writers wait until the transaction ends. Readers continue. */
async function lockWriters(name: UpstreamName, client: pg.Client): Promise<void> {
  const tables = await listTables(client)
  if (tables.length === 0) throw new Error(`the database of ${name} has no tables: start the services once`)
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
  const { rows } = await client.query(`select has_parameter_privilege('deadlock_timeout', 'set') as may_set`)
  // An autovacuum in the way is cancelled after this time.
  if (rows[0].may_set) await client.query(`set local deadlock_timeout = '100ms'`)
  try {
    await client.query(`lock table ${quoted(tables.map((table) => table.name))} in share mode`)
  } catch (error) {
    throw new Error(`writers of the database of ${name} cannot be paused: ${(error as Error).message}`)
  }
}
