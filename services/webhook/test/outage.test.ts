import { applicationSubmitted } from '@jobboard/contracts/applications/events'
import { type Db, openDb } from '@jobboard/db/db'
import { toMessage } from '@jobboard/events/nats/message'
import { openClock } from '@jobboard/service/clock/clock'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { type CuttableProxy, openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WebhookEnv } from '../src/env.ts'
import { applicationConsumer } from '../src/events/consumers.ts'
import { service } from '../src/service.ts'
import { EMPLOYER, startAccounts } from './support/accounts.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { submittedEvent } from './support/webhook-system.ts'

/** With FAULTS=long each outage lasts as long as the design promises. */
async function lastingOutage(): Promise<void> {
  if (process.env.FAULTS !== 'long') return
  // biome-ignore lint/plugin: the length of the outage is the subject.
  await new Promise((resolve) => setTimeout(resolve, 60_000))
}

const clock = openClock()
let webhook: Booted<WebhookEnv>
let receiver: Receiver
let nats: ControllableNats
let proxy: CuttableProxy
/** Past the proxy. */
let db: Db
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const [database, accounts] = await Promise.all([openMigratedDatabase(service.migrations), startAccounts()])
  nats = await openControllableNats()
  proxy = await openCuttableProxy(database.url)
  receiver = await startReceiver()
  db = openDb({ url: database.url, poolSize: 4 })
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true', ACCOUNTS_URL: accounts.url }
  webhook = await boot(service, { databaseUrl: proxy.url, natsUrl: nats.url, env })
  closing.push(
    webhook.stop,
    receiver.stop,
    () => db.close(),
    proxy.stop,
    nats.stop,
    accounts.stop,
    database.drop,
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})
beforeEach(async () => {
  await db.sql`update subscription set status = 'Deleted'`
  receiver.requests.length = 0
  receiver.respond(200)
})

async function subscribe(): Promise<number> {
  const path = `/admin/v1/employers/${EMPLOYER}/webhook-subscriptions`
  const admin = webhook.as({ kind: 'admin', actor: 'test' })
  const response = await admin.post(path, { url: `${receiver.url}/hook` })
  expect(response.status, response.text).toBe(201)
  return response.body.id
}
const submit = () => receiveEvent(db, 'webhook', applicationConsumer(clock), submittedEvent(clock.now(), {}))
const waitForSucceeded = (id: number, n: number) =>
  eventually(
    `${n} deliveries succeed`,
    async () => {
      const rows = await db.sql<{ status: string; n: number }>`
        select status, count(*) as n from delivery where subscription_id = ${id} group by status`
      return rows.length === 1 && rows[0]!.status === 'Succeeded' && rows[0]!.n === n
    },
    90_000,
  )

test('Postgres is unreachable while 50 requests are in flight: no delivery is lost, and the outcomes are stored afterwards', async () => {
  const id = await subscribe()
  const held: (() => void)[] = []
  receiver.respond((response) => void held.push(() => void response.writeHead(200).end()))
  for (let i = 0; i < 80; i++) await submit()
  await eventually('50 requests are open', async () => held.length === 50)
  proxy.cut()
  receiver.respond(200)
  for (const respond of held) respond()
  await eventually('the receiver has responded to all', async () => receiver.openRequests === 0)
  await lastingOutage()
  expect(receiver.requests).toHaveLength(50)
  proxy.restore()
  await waitForSucceeded(id, 80)
  const [row] = await db.sql`
    select count(*) as attempts, count(distinct delivery_id) as deliveries from attempt a
    join delivery d on d.id = a.delivery_id where d.subscription_id = ${id} and a.status_code = 200`
  // In the long outage the leases end: what was in flight may be sent again, its first outcome is dropped.
  expect(row).toEqual({ attempts: 80, deliveries: 80 })
  expect(new Set(receiver.requests.map(({ deliveryId }) => deliveryId)).size).toBe(80)
}, 200_000)

test('NATS is down: existing deliveries are sent; an event that is published afterwards is one delivery', async () => {
  const id = await subscribe()
  await nats.kill()
  for (let i = 0; i < 20; i++) await submit()
  await waitForSucceeded(id, 20)
  expect(webhook.deps.bus.isUp()).toBe(false)
  await lastingOutage()
  await nats.start()
  const event = submittedEvent(clock.now(), {})
  const row = {
    ...event,
    id: 1,
    eventId: event.id,
    occurredAt: new Date(event.occurredAt),
    traceparent: null,
  }
  const message = toMessage({ ...row, payload: JSON.stringify(event.data) })
  const publish = () =>
    eventually('it is published', async () =>
      webhook.deps.bus.js
        .publish(event.subject, message.bytes, { headers: message.headers })
        .catch(() => false),
    )
  await publish()
  await publish()
  await waitForSucceeded(id, 21)
  expect(receiver.requests).toHaveLength(21)
}, 200_000)

test('an event that breaks its contract becomes a dead letter, and the next event is delivered', async () => {
  const id = await subscribe()
  const { bus } = webhook.deps
  const bad = ['{', JSON.stringify({ applicationId: 'x' })].map((payload) => {
    const event = submittedEvent(clock.now(), {})
    const row = { ...event, id: 1, eventId: event.id, occurredAt: new Date(), traceparent: null }
    return toMessage({ ...row, payload })
  })
  for (const { bytes, headers } of bad) {
    await eventually('it is published', async () =>
      bus.js.publish(applicationSubmitted.subject, bytes, { headers }).catch(() => false),
    )
  }
  const event = submittedEvent(clock.now(), {})
  const row = { ...event, id: 1, eventId: event.id, occurredAt: new Date(), traceparent: null }
  const good = toMessage({ ...row, payload: JSON.stringify(event.data) })
  await bus.js.publish(event.subject, good.bytes, { headers: good.headers })
  await waitForSucceeded(id, 1)
  await eventually('both are dead letters', async () => {
    const [found] = await db.sql<{ n: number }>`
      select count(*) as n from dead_letter where consumer = 'webhook_application'`
    return found!.n === 2
  })
})
