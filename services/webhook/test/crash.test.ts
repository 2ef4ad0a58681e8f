import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDb } from '@jobboard/db/db'
import { openClock } from '@jobboard/service/clock/clock'
import { testEnv } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { openDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applicationConsumer } from '../src/consumers/application.ts'
import { EMPLOYER, startAccounts } from './support/accounts.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { type SenderProcess, startSenderProcess } from './support/sender-process.ts'
import { SECRET_KEY, submittedEvent } from './support/webhook-system.ts'

// Runs src/main.ts in processes of its own; the test consumes events on the same database.
const clock = openClock()
const processes: SenderProcess[] = []
let env: Record<string, string>
let db: Db
let receiver: Receiver
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const [database, accounts] = await Promise.all([openDatabase(), startAccounts()])
  receiver = await startReceiver()
  db = openDb({ url: database.url, poolSize: 2 })
  env = testEnv(database.url, accounts.natsUrl, {
    LOG_LEVEL: 'info',
    WEBHOOK_SECRET_KEY: SECRET_KEY,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ACCOUNTS_URL: accounts.url,
  })
  closing.push(receiver.stop, accounts.stop, () => db.close(), database.drop)
})
beforeEach(() => {
  receiver.requests.length = 0
})
afterAll(async () => {
  for (const one of processes) await one.end('SIGKILL')
  for (const close of closing) await close()
})

async function startProcess(more: Record<string, string> = {}): Promise<SenderProcess> {
  const started = await startSenderProcess({ ...env, ...more })
  processes.push(started)
  return started
}

const submit = () => receiveEvent(db, 'webhook', applicationConsumer(clock), submittedEvent(clock.now(), {}))
const subscribe = async (admin: Client) => {
  const path = `/admin/v1/employers/${EMPLOYER}/webhook-subscriptions`
  return (await admin.post(path, { url: `${receiver.url}/hook` })).body
}

test('SIGKILL while the receiver holds the request: sent again with the same id and bytes and a fresh signature', async () => {
  const killed = await startProcess()
  const { id, signingSecret } = await subscribe(killed.admin)
  receiver.respond(() => {})
  await submit()
  const first = await eventually('the first request arrives', async () => receiver.requests[0])
  await killed.end('SIGKILL')
  receiver.respond(200)
  const next = await startProcess()
  const second = await eventually('the delivery is sent again', async () => receiver.requests[1], 40_000)
  expect(second.deliveryId).toBe(first.deliveryId)
  expect(second.body.equals(first.body)).toBe(true)
  expect(second.signature).not.toBe(first.signature)
  const { signature } = Stripe.webhooks
  expect(signature!.verifyHeader(second.body, second.signature, signingSecret, 300)).toBe(true)
  const row = await eventually('the delivery succeeds', async () => {
    const path = `/admin/v1/webhook-subscriptions/${id}/deliveries?status=Succeeded`
    return (await next.admin.get(path)).body.items[0]
  })
  // The attempt of the killed process has no outcome, so it is not a failure.
  expect(row.failedAttempts).toBe(0)
  await next.end('SIGTERM')
})

test('SIGTERM waits for the request in flight and releases the shards: the next process sends at once, nothing twice', async () => {
  await db.sql`update subscription set status = 'Deleted'`
  const stopped = await startProcess()
  const { child, admin } = stopped
  await subscribe(admin)
  let finishResponse = () => {}
  receiver.respond((response) => {
    finishResponse = () => void response.writeHead(200).end()
  })
  await submit()
  const first = await eventually('the first request arrives', async () => receiver.requests[0])
  const ending = stopped.end('SIGTERM')
  await eventually('the process stops listening', async () =>
    admin.get('/healthz/live').then(
      () => false,
      () => true,
    ),
  )
  finishResponse()
  await ending
  expect(child.exitCode).toBe(0)
  const [row] = await db.sql`select count(*) as n from shard_lease where owner is not null`
  expect(row).toEqual({ n: 0 })
  receiver.respond(200)
  const next = await startProcess()
  await submit()
  await eventually('the next delivery arrives', async () => receiver.requests.length > 1)
  expect(receiver.requestsOf(first.deliveryId)).toHaveLength(1)
  await next.end('SIGTERM')
})

test('a process that freezes while it stores an outcome: another one takes over and the late outcome is dropped', async () => {
  await db.sql`update subscription set status = 'Deleted'`
  const frozen = await startProcess()
  const { id } = await subscribe(frozen.admin)
  let finishResponse = () => {}
  receiver.respond((response) => {
    finishResponse = () => void response.writeHead(200).end()
  })
  await submit()
  const first = await eventually('the first request arrives', async () => receiver.requests[0])
  await db.tx(async (sql) => {
    await sql`select 1 from subscription where id = ${id} for update`
    finishResponse()
    await eventually('the outcome waits for the locked row', async () => {
      const rows = await sql`
        select 1 from pg_stat_activity a join pg_locks l using (pid)
        where a.datname = current_database() and a.wait_event_type = 'Lock' and l.relation = 'subscription'::regclass`
      return rows.length > 0
    })
    frozen.child.kill('SIGSTOP')
  })
  receiver.respond(200)
  const next = await startProcess()
  const second = await eventually('the delivery is sent again', async () => receiver.requests[1], 50_000)
  expect(second.deliveryId).toBe(first.deliveryId)
  const path = `/admin/v1/webhook-deliveries/${first.deliveryId}`
  const done = () => next.admin.get(path).then(({ body }) => body.status === 'Succeeded' && body)
  expect((await eventually('the delivery succeeds', done)).attempts).toHaveLength(1)
  frozen.child.kill('SIGCONT')
  await eventually('the late outcome is dropped', async () => frozen.log().includes('outcomes dropped'))
  expect((await next.admin.get(path)).body).toMatchObject({ status: 'Succeeded', failedAttempts: 0 })
  expect((await next.admin.get(path)).body.attempts).toHaveLength(1)
  expect(receiver.requests).toHaveLength(2)
})

test('SIGKILL after the receiver responded 200 and before the commit: one more request with the same id, then Succeeded', async () => {
  await db.sql`update subscription set status = 'Deleted'`
  for (const one of processes) await one.end('SIGKILL')
  receiver.respond(200)
  const killed = await startProcess({ FAILPOINTS: 'outcomes-before-commit' })
  const exit = once(killed.child, 'exit')
  const { id } = await subscribe(killed.admin)
  await submit()
  const [, signal] = await exit
  expect([signal, receiver.requests.length]).toEqual(['SIGKILL', 1])
  const next = await startProcess()
  const row = await eventually(
    'the delivery succeeds',
    async () => {
      const path = `/admin/v1/webhook-subscriptions/${id}/deliveries?status=Succeeded`
      return (await next.admin.get(path)).body.items[0]
    },
    40_000,
  )
  expect(row.failedAttempts).toBe(0)
  expect(receiver.requestsOf(row.id)).toHaveLength(2)
  expect(receiver.requests).toHaveLength(2)
  expect(new Set(receiver.requests.map(({ body }) => body.toString('hex'))).size).toBe(1)
  await next.end('SIGTERM')
})

// 2 s is shorter than the lease: the sender continues as its owner. 60 s is longer: another one owns the shards.
const SUSPEND_MS = process.env.FAULTS === 'long' ? 60_000 : 2_000

test('a sender suspended (SIGSTOP) under load, then resumed: nothing is lost, and never more than 50 requests are open', async () => {
  await db.sql`update subscription set status = 'Deleted'`
  const suspended = await startProcess()
  const { id } = await subscribe(suspended.admin)
  let mostOpen = 0
  receiver.respond((response) => {
    mostOpen = Math.max(mostOpen, receiver.openRequests)
    setTimeout(() => response.writeHead(200).end(), 200)
  })
  for (let i = 0; i < 300; i++) await submit()
  await eventually('requests are in flight', async () => receiver.openRequests > 10)
  suspended.child.kill('SIGSTOP')
  const other = await startProcess()
  await sleep(SUSPEND_MS)
  suspended.child.kill('SIGCONT')
  const finished = async () => {
    const rows = await db.sql<{ status: string; n: number }>`
      select status, count(*) as n from delivery where subscription_id = ${id} group by status`
    return rows.every(({ status }) => status !== 'Pending') && rows
  }
  const rows = await eventually('everything is delivered', finished, 90_000)
  expect(rows).toEqual([{ status: 'Succeeded', n: 300 }])
  expect(new Set(receiver.requests.map(({ deliveryId }) => deliveryId)).size).toBe(300)
  expect(mostOpen).toBeLessThanOrEqual(50)
  await suspended.end('SIGTERM')
  await other.end('SIGTERM')
}, 200_000)
