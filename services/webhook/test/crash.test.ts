import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Db, openDb } from '@jobboard/db/db'
import { receiveEvent } from '@jobboard/events/consumer/receive-event'
import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { openClock } from '@jobboard/service/clock/clock'
import { TEST_CALLER_SECRET, testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openSchema } from '@jobboard/testkit/infra'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applicationConsumer } from '../src/consumers/application.ts'
import { EMPLOYER, startAccounts } from './support/accounts.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { SECRET_KEY, submittedEvent } from './support/webhook-system.ts'

// Runs src/main.ts in processes of its own; the test consumes events on the same database.
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const clock = openClock()
const processes: ChildProcess[] = []
let env: Record<string, string>
let db: Db
let receiver: Receiver
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const [schema, accounts] = await Promise.all([openSchema(), startAccounts()])
  receiver = await startReceiver()
  db = openDb({ url: schema.url, poolSize: 2 })
  env = testEnv(schema.url, accounts.natsUrl, {
    LOG_LEVEL: 'info',
    WEBHOOK_SECRET_KEY: SECRET_KEY,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ACCOUNTS_URL: accounts.url,
  })
  closing.push(receiver.stop, accounts.stop, () => db.close(), schema.drop)
})
beforeEach(() => {
  receiver.requests.length = 0
})
afterAll(async () => {
  for (const child of processes) await end(child, 'SIGKILL')
  for (const close of closing) await close()
})

async function startProcess(): Promise<{ child: ChildProcess; admin: Client; log(): string }> {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  processes.push(child)
  let log = ''
  child.stdout!.on('data', (data) => {
    log += data
  })
  const port = await eventually('the process is ready', async () => /"port":(\d+)/.exec(log)?.[1])
  const caller = { kind: 'admin', actor: 'test' } as const
  const headers = () => ({ [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller) })
  return { child, admin: client(`http://127.0.0.1:${port}`, headers), log: () => log }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

const submit = () => receiveEvent(db, 'webhook', applicationConsumer(clock), submittedEvent(clock.now(), {}))
const subscribe = async (admin: Client) => {
  const path = `/admin/v1/employers/${EMPLOYER}/webhook-subscriptions`
  return (await admin.post(path, { url: `${receiver.url}/hook` })).body
}

test('SIGKILL while the receiver holds the request: sent again with the same id and bytes and a fresh signature', async () => {
  const { child, admin } = await startProcess()
  const { id, signingSecret } = await subscribe(admin)
  receiver.respond(() => {})
  await submit()
  const first = await eventually('the first request arrives', async () => receiver.requests[0])
  await end(child, 'SIGKILL')
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
  await end(next.child, 'SIGTERM')
})

test('SIGTERM waits for the request in flight and releases the shards: the next process sends at once, nothing twice', async () => {
  await db.sql`update subscription set status = 'Deleted'`
  const { child, admin } = await startProcess()
  await subscribe(admin)
  let finishResponse = () => {}
  receiver.respond((response) => {
    finishResponse = () => void response.writeHead(200).end()
  })
  await submit()
  const first = await eventually('the first request arrives', async () => receiver.requests[0])
  const ending = end(child, 'SIGTERM')
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
  await end(next.child, 'SIGTERM')
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
        where a.wait_event_type = 'Lock' and l.relation = 'subscription'::regclass`
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
