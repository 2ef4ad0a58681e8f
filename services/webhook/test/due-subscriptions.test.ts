import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDueSubscriptions } from '../src/sending/due-workers.ts'
import { service } from '../src/service.ts'
import { insertDeliveries } from './support/insert-deliveries.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

const shards = Array.from({ length: 64 }, (_, i) => i)
const now = new Date('2030-01-31T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.webhook.deps.db.sql`update subscription set status = 'Deleted'`
})

test('a subscription is found when its delivery becomes due, also one that was committed 9 s late, and when its shard is new', async () => {
  const { db } = system.webhook.deps
  const { sql } = db
  const { id } = await system.subscribe()
  const other = await system.subscribe()
  const dueSubscriptions = openDueSubscriptions(db)
  const look = async (at: Date, of = shards) => {
    dueSubscriptions.expire()
    await dueSubscriptions.refresh(of, at)
    return dueSubscriptions.take([]).toSorted((a, b) => a - b)
  }
  const [own, rest] = [shards.filter((one) => one !== other.id % 64), shards]
  expect(await look(now, own)).toEqual([id])
  expect(await look(after(20), own)).toEqual([])
  await insertDeliveries(sql, id, { status: 'Pending', createdAt: now, dueAt: after(30), count: 1 })
  expect(await look(after(25), own)).toEqual([])
  expect(await look(after(30), own)).toEqual([id])
  // Once more, by the overlap, and then no more.
  expect(await look(after(60), own)).toEqual([id])
  expect(await look(after(75), own)).toEqual([])
  await insertDeliveries(sql, id, { status: 'Pending', createdAt: now, dueAt: after(66), count: 1 })
  expect(await look(after(76), own)).toEqual([id])
  expect(await look(after(100), own)).toEqual([])
  expect(await look(after(101), rest)).toEqual([id, other.id])
})

test('a look reads the deliveries of the last 10 s again once a second, otherwise only the newest', async () => {
  const { db } = system.webhook.deps
  const { sql } = db
  const { id } = await system.subscribe()
  const dueSubscriptions = openDueSubscriptions(db)
  const look = async (at: Date) => {
    dueSubscriptions.expire()
    await dueSubscriptions.refresh(shards, at)
    return dueSubscriptions.take([])
  }
  await look(now)
  await look(after(20))
  await insertDeliveries(sql, id, { status: 'Pending', createdAt: now, dueAt: after(19), count: 1 })
  expect(await look(after(20.1))).toEqual([])
  expect(await look(after(21.1))).toEqual([id])
  await insertDeliveries(sql, id, { status: 'Pending', createdAt: now, dueAt: after(21), count: 1 })
  expect(await look(after(21.2))).toEqual([id])
})

test('more than 1 000 due subscriptions are taken in turns, without those at their limit', async () => {
  const dueSubscriptions = openDueSubscriptions(system.webhook.deps.db)
  dueSubscriptions.add(Array.from({ length: 1_500 }, (_, i) => i))
  const first = dueSubscriptions.take([0, 1])
  expect([first.length, first[0], dueSubscriptions.size()]).toEqual([1_000, 2, 500])
  dueSubscriptions.add(first)
  expect(dueSubscriptions.take([]).slice(0, 3)).toEqual([0, 1, 1_002])
})

test('a failed look loses no subscription: everything is delivered after the database was away', async () => {
  const { id } = await system.subscribe()
  system.receiver.respond(200)
  const { sql } = system.webhook.deps.db
  await sql`alter table event rename to event_away`
  await sql`
    insert into event_away (id, employer_id, type, body, occurred_at)
    select gen_random_uuid(), 1, 'job.expired', '{}', now() from generate_series(1, 5)`
  await sql`
    insert into delivery (id, subscription_id, event_id, due_at, created_at)
    select gen_random_uuid(), ${id}, id, now(), now() from event_away e
    where not exists (select from delivery d where d.event_id = e.id)`
  const second = await boot(service, {
    databaseUrl: system.webhook.databaseUrl,
    natsUrl: system.webhook.natsUrl,
    env: system.env,
  }).catch(() => undefined)
  await sql`alter table event_away rename to event`
  await eventually('all are delivered', async () => (await system.deliveries(id, 'Succeeded')).length === 5)
  await second?.stop()
})
