import { randomUUID } from 'node:crypto'
import { type Db, openDb } from '@jobboard/db/db'
import { identifier, type Sql, type Tx } from '@jobboard/db/sql'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { boot } from '@jobboard/testkit/boot'
import { expect } from 'vitest'
import { writeOutcomes } from '../../src/sending/outcome-actions.ts'
import { getBacklog, listDueDeliveries, listNewlyDue } from '../../src/sending/store.ts'
import { service } from '../../src/service.ts'

const SUBSCRIPTIONS = 200
const HANGING = 1
const BACKLOG = 4_000
const now = new Date('2030-01-31T12:00:00Z')
const anHourAgo = new Date('2030-01-31T11:00:00Z')
const tomorrow = new Date('2030-02-01T12:00:00Z')
const shards = Array.from({ length: 64 }, (_, i) => i)
const subscriptionIds = Array.from({ length: SUBSCRIPTIONS }, (_, i) => i + 1)

const insert = (sql: Sql, count: number, status: string, dueAt: Date, subscriptions = SUBSCRIPTIONS) => sql`
  with made as (
    insert into event (id, employer_id, type, body, occurred_at)
    select gen_random_uuid(), 1, 'job.expired', '{}', ${dueAt} from generate_series(1, ${count}::integer) returning id
  )
  insert into delivery (id, subscription_id, event_id, status, due_at, created_at)
  select gen_random_uuid(), 1 + row_number() over () % ${subscriptions}::integer, id, ${status}, ${dueAt}, ${dueAt} from made
  returning id`

/** Rows of the three tables that `work` read, found or not. */
async function countRows(db: Db, work: (sql: Tx) => Promise<unknown>): Promise<number> {
  return db.tx(async (sql) => {
    const read = async () => {
      const [row] = await sql<{ n: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_xact_user_tables
        where relname in ('delivery', 'event', 'subscription')`
      return row!.n
    }
    const before = await read()
    await work(sql)
    return (await read()) - before
  })
}

/** What a sender does in each round, with the deliveries in flight that it found before. */
async function look(sql: Tx, deliveryIds: string[] = []) {
  await listNewlyDue(sql, anHourAgo, now)
  const inFlight = { deliveryIds, fullSubscriptionIds: [] }
  return listDueDeliveries(sql, { shards, subscriptionIds, inFlight, perSubscription: 3, total: 500 }, now)
}

async function write(sql: Tx, deps: Deps, ids: string[]): Promise<void> {
  const owner = randomUUID()
  await sql`update shard_lease set owner = ${owner}, epoch = 1`
  const outcomes = ids.map((id) => ({
    delivery: { id, subscriptionId: 2, epoch: 1, attempts: 0, isTest: false, sandboxId: null },
    lease: { shard: 2, epoch: 1 },
    startedAt: now,
    durationMs: 1,
    response: { statusCode: 200, error: null, responseBody: '' },
    succeeded: true,
    next: { status: 'Succeeded' as const, failedAttempts: 0, dueAt: now },
  }))
  await writeOutcomes({ ...deps, db: { tx: (work) => work(sql) } }, owner, outcomes, now, { notifies: false })
}

/** What a new installation may have stored before its statistics were made. */
export const fills = {
  'without statistics': async () => {},
  'with the statistics of empty tables': (sql: Sql) => sql`analyze`,
  'with the statistics of a few deliveries': async (sql: Sql) => {
    await insert(sql, 20, 'Succeeded', anHourAgo)
    await sql`analyze`
  },
  'with the statistics of 6 000 deliveries that are all delivered': async (sql: Sql) => {
    await insert(sql, 6_000, 'Succeeded', anHourAgo)
    await sql`analyze`
  },
}

/** Expects that a look and a batch of outcomes read the rows that they handle, no others, beside a backlog of 4 000. */
export async function expectFewRowsRead(fill: (sql: Sql) => Promise<unknown>): Promise<void> {
  const webhook = await boot(service, { env: { ACCOUNTS_URL: 'http://127.0.0.1:9' } })
  // One connection, so that each statement has one plan.
  const db = openDb({ url: webhook.databaseUrl, poolSize: 1, queryTimeoutMs: 30_000 })
  const { sql } = db
  for (const table of ['delivery', 'event', 'subscription'])
    await sql`alter table ${identifier(table)} set (autovacuum_enabled = off)`
  await sql`
    insert into subscription (employer_id, url, events, secret, created_at)
    select 1, 'https://example.com', '{job.expired}', '\\x00', ${now} from generate_series(1, ${SUBSCRIPTIONS}::integer)`
  await fill(sql)
  // Postgres keeps a plan after the fifth time.
  for (let i = 0; i < 6; i++) {
    const ids = (await insert(sql, 5, 'Pending', now)).map(({ id }) => String(id))
    await db.tx((tx) => look(tx))
    await db.readTx((tx) => getBacklog(tx, now))
    await db.tx((tx) => write(tx, webhook.deps, ids))
  }
  await insert(sql, 3_000, 'Succeeded', anHourAgo)
  await insert(sql, BACKLOG, 'Pending', now, HANGING)
  const due = (await insert(sql, SUBSCRIPTIONS, 'Pending', now)).map(({ id }) => String(id))
  await insert(sql, 2_000, 'Pending', tomorrow)

  const inFlight = (await db.readTx((tx) => look(tx))).map(({ id }) => id)
  const found = SUBSCRIPTIONS + BACKLOG + SUBSCRIPTIONS
  // A look finds the newly due once, reads each subscription, what is in flight and up to three more of each, twice: as
  // delivery and event.
  expect(await countRows(db, (tx) => look(tx, inFlight))).toBeLessThan(found + 2 * (inFlight.length + 600))
  // Counted, then the oldest of each subscription.
  expect(await countRows(db, (tx) => getBacklog(tx, now))).toBeLessThan(2 * found)
  const batch = due.slice(0, 150)
  // Delivery, event and subscription of each, and the delivery again for the foreign key of the attempt.
  expect(await countRows(db, (tx) => write(tx, webhook.deps, batch))).toBeLessThan(5 * batch.length)
  await db.close()
  await webhook.stop()
}
