import { randomUUID } from 'node:crypto'
import type { Db } from '@jobboard/db/db'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Ended, writeOutcomes } from '../src/workers/sender/write-outcomes.ts'
import { type Arena, openArena } from './support/webhook-system.ts'

let arena: Arena
let db: Db
beforeAll(async () => {
  arena = await openArena()
  db = arena.webhook.deps.db
})
afterAll(() => arena.stop())

/** A subscription whose shard belongs to an owner that only this test plays, with pending deliveries held back. */
let subscription: { id: number; shard: number }
const owner = randomUUID()
const now = new Date()
beforeEach(async () => {
  const { id } = await arena.subscribe()
  const [row] = await db.sql<{ shard: number }>`select shard from subscription where id = ${id}`
  subscription = { id, shard: row!.shard }
  await own(owner, 100)
})

async function own(name: string, epoch: number): Promise<void> {
  await db.sql`
    update shard_lease set owner = ${name}, epoch = ${epoch}, lease_until = 'infinity'
    where shard = ${subscription.shard}`
}

async function failures(n: number, leaseEpoch = 100): Promise<Ended[]> {
  const due = new Date(now.getTime() + 86_400_000)
  const made = await db.sql<{ id: string }>`
    with e as (
      insert into event (id, employer_id, type, body, occurred_at)
      select gen_random_uuid(), 7, 'job.expired', '{}', ${now} from generate_series(1, ${n}) returning id)
    insert into delivery (id, subscription_id, event_id, due_at, created_at)
    select gen_random_uuid(), ${subscription.id}, id, ${due}, ${now} from e returning id`
  return made.map(({ id }) => ({
    id,
    subscriptionId: subscription.id,
    epoch: 1,
    isTest: false,
    succeeded: false,
    lease: { shard: subscription.shard, epoch: leaseEpoch },
    attempts: 0,
    status: 'Pending',
    failedAttempts: 1,
    dueAt: due,
    startedAt: now,
    durationMs: 1,
    statusCode: 500,
    error: null,
    responseBody: '',
  }))
}

const tried = async () => {
  const [row] = await db.sql<{ n: number }>`
    select count(*) as n from attempt a join delivery d on d.id = a.delivery_id
    where d.subscription_id = ${subscription.id}`
  return row!.n
}

test('50 outcomes written at the same time by many: none is lost, disabled by exactly one (D-54)', async () => {
  const nine = await failures(9)
  await Promise.all(nine.map((one) => writeOutcomes(db, owner, [one], now)))
  expect(await arena.subscription(subscription.id)).toMatchObject({
    status: 'Active',
    consecutiveFailures: 9,
  })
  const fifty = await failures(50)
  const results = await Promise.all(fifty.map((one) => writeOutcomes(db, owner, [one], now)))
  expect(results.flatMap((one) => one.disabled)).toEqual([subscription.id])
  expect(await tried()).toBe(59)
})

test('an outcome that is written twice counts once, also after its commit was not heard', async () => {
  const [one] = await failures(1)
  await writeOutcomes(db, owner, [one!], now)
  await Promise.all([writeOutcomes(db, owner, [one!], now), writeOutcomes(db, owner, [one!], now)])
  expect(await tried()).toBe(1)
  expect(await arena.subscription(subscription.id)).toMatchObject({ consecutiveFailures: 1 })
})

test('a sender that lost the shard writes nothing: neither under a new owner nor when it got it back', async () => {
  const ended = await failures(3)
  await own(randomUUID(), 101)
  expect((await writeOutcomes(db, owner, ended, now)).fenced).toBe(3)
  await own(owner, 102)
  expect((await writeOutcomes(db, owner, ended, now)).fenced).toBe(3)
  expect(await tried()).toBe(0)
  expect(await arena.subscription(subscription.id)).toMatchObject({ consecutiveFailures: 0 })
})

/** Resolves when a statement on this schema's table waits for a lock. */
const waitsOn = (table: string) =>
  eventually(`a statement waits on ${table}`, async () => {
    const rows = await db.sql`
      select 1 from pg_stat_activity a join pg_locks l using (pid)
      where a.wait_event_type = 'Lock' and l.relation = ${table}::regclass and a.query like ${`%${table}%`}`
    return rows.length > 0
  })

test('a take-over waits for an outcome that is being written', async () => {
  const ended = await failures(1)
  let over = false
  const { writing, taking } = await db.tx(async (sql) => {
    // The writer has looked at the lease and stands before this row.
    await sql`select 1 from subscription where id = ${subscription.id} for update`
    const writing = writeOutcomes(db, owner, ended, now)
    await waitsOn('subscription')
    const taking = own(randomUUID(), 101).then(() => {
      over = true
    })
    await waitsOn('shard_lease')
    expect(over).toBe(false)
    return { writing, taking }
  })
  expect((await writing).fenced).toBe(0)
  await taking
  expect(await tried()).toBe(1)
})
