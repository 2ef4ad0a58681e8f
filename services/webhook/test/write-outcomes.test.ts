import { randomUUID } from 'node:crypto'
import type { Db } from '@jobboard/db/db'
import { lockWait } from '@jobboard/testkit/lock-wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AttemptOutcome, writeOutcomes } from '../src/sending/outcome-actions.ts'
import { EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
let db: Db
beforeAll(async () => {
  system = await openWebhookSystem()
  db = system.webhook.deps.db
})
afterAll(() => system.stop())

/** A subscription in a shard that is leased to `owner`, so the service's own sender does not send for it. */
let subscription: { id: number; shard: number }
const owner = randomUUID()
const now = new Date()
beforeEach(async () => {
  const { id } = await system.subscribe()
  const [row] = await db.sql<{ shard: number }>`select shard from subscription where id = ${id}`
  subscription = { id, shard: row!.shard }
  await leaseTo(owner, 100)
})

async function leaseTo(name: string, epoch: number): Promise<void> {
  await db.sql`
    update shard_lease set owner = ${name}, epoch = ${epoch}, lease_until = 'infinity'
    where shard = ${subscription.shard}`
}

/** Inserts deliveries that are due tomorrow and returns the outcome of a failed attempt of each. */
async function failures(n: number, leaseEpoch = 100): Promise<AttemptOutcome[]> {
  const dueAt = new Date(now.getTime() + 86_400_000)
  const inserted = await db.sql<{ id: string }>`
    with e as (
      insert into event (id, employer_id, type, body, occurred_at)
      select gen_random_uuid(), 7, 'job.expired', '{}', ${now} from generate_series(1, ${n}) returning id)
    insert into delivery (id, subscription_id, event_id, due_at, created_at)
    select gen_random_uuid(), ${subscription.id}, id, ${dueAt}, ${now} from e returning id`
  return inserted.map(({ id }) => ({
    delivery: { id, subscriptionId: subscription.id, epoch: 1, attempts: 0, isTest: false, sandboxId: null },
    lease: { shard: subscription.shard, epoch: leaseEpoch },
    startedAt: now,
    durationMs: 1,
    response: { statusCode: 500, error: null, responseBody: '' },
    succeeded: false,
    next: { status: 'Pending', failedAttempts: 1, dueAt },
  }))
}

const countAttempts = async () => {
  const [row] = await db.sql<{ n: number }>`
    select count(*) as n from attempt a join delivery d on d.id = a.delivery_id
    where d.subscription_id = ${subscription.id}`
  return row!.n
}

test('50 outcomes written concurrently: none is lost, and exactly one disables the subscription and audits it (D-54, P-184)', async () => {
  const nine = await failures(9)
  await Promise.all(
    nine.map((one) => writeOutcomes(system.webhook.deps, owner, [one], now, { notifies: false })),
  )
  expect(await system.subscription(subscription.id)).toMatchObject({
    status: 'Active',
    consecutiveFailures: 9,
  })
  const fifty = await failures(50)
  const results = await Promise.all(
    fifty.map((one) => writeOutcomes(system.webhook.deps, owner, [one], now, { notifies: false })),
  )
  expect(results.flatMap((one) => one.disabled.map(({ id }) => id))).toEqual([subscription.id])
  const audited = await db.sql<{ payload: object }>`
    select payload from outbox where payload->>'object' = ${`webhook-subscription ${subscription.id}`}
      and payload->>'action' = 'disable-subscription'`
  const reason = '10 failed attempts in a row'
  expect(audited.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({
      actor: 'webhook',
      before: { employerId: EMPLOYER, status: 'Active', disabledReason: null },
      after: { employerId: EMPLOYER, status: 'Disabled', disabledReason: reason },
    }),
  ])
  expect(await countAttempts()).toBe(59)
})

test('an outcome that is written again counts once, as after a commit whose acknowledgement was lost', async () => {
  const [one] = await failures(1)
  await writeOutcomes(system.webhook.deps, owner, [one!], now, { notifies: false })
  await Promise.all([
    writeOutcomes(system.webhook.deps, owner, [one!], now, { notifies: false }),
    writeOutcomes(system.webhook.deps, owner, [one!], now, { notifies: false }),
  ])
  expect(await countAttempts()).toBe(1)
  expect(await system.subscription(subscription.id)).toMatchObject({ consecutiveFailures: 1 })
})

test('outcomes of a lost lease are dropped, also when the same sender has leased the shard again', async () => {
  const outcomes = await failures(3)
  await leaseTo(randomUUID(), 101)
  expect((await writeOutcomes(system.webhook.deps, owner, outcomes, now, { notifies: false })).fenced).toBe(3)
  await leaseTo(owner, 102)
  expect((await writeOutcomes(system.webhook.deps, owner, outcomes, now, { notifies: false })).fenced).toBe(3)
  expect(await countAttempts()).toBe(0)
  expect(await system.subscription(subscription.id)).toMatchObject({ consecutiveFailures: 0 })
})

test('a take-over waits for the transaction that writes an outcome', async () => {
  const outcomes = await failures(1)
  let isTakenOver = false
  const { writing, taking } = await db.tx(async (sql) => {
    // The writer has locked the lease and waits for this row.
    await sql`select 1 from subscription where id = ${subscription.id} for update`
    const writing = writeOutcomes(system.webhook.deps, owner, outcomes, now, { notifies: false })
    await lockWait(db.sql, 'subscription')
    const taking = leaseTo(randomUUID(), 101).then(() => {
      isTakenOver = true
    })
    await lockWait(db.sql, 'shard_lease')
    expect(isTakenOver).toBe(false)
    return { writing, taking }
  })
  expect((await writing).fenced).toBe(0)
  await taking
  expect(await countAttempts()).toBe(1)
})
