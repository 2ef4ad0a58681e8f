import { randomUUID } from 'node:crypto'
import { listEvents } from '@jobboard/contracts/webhooks/public-events'
import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldDeliveries } from '../src/deliveries/timers.ts'
import { serializeEvent } from '../src/events/public-event.ts'
import { insertEvents } from '../src/events/store.ts'
import { service } from '../src/service.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

// Employers without a subscription.
let employers = 1_000
const newEmployer = () => {
  const employerId = ++employers
  const client = system.webhook.as({ kind: 'recruiter', employerId, userId: 1, keyId: 1, scopes: [] })
  const feed = (query = '') => client.get(`/api/v1/events${query}`)
  return { employerId, feed }
}

test('200: the events of the webhooks, same ids and envelope, also without a subscription; oldest first (D-62)', async () => {
  const { employerId, feed } = newEmployer()
  expect((await feed()).body).toEqual({ items: [], nextAfter: null, hasMore: false })
  const ids = [await system.submit({ employerId }), await system.submit({ employerId, applicationId: 12 })]
  await system.submit({ employerId }, ids[0])
  const { status, body } = await feed()
  expect(status).toBe(200)
  expect(listEvents.response!.parse(body).items.map(({ id }) => id)).toEqual(ids)
  expect(body).toMatchObject({ nextAfter: ids[1], hasMore: false })
  const [row] = await system.webhook.deps.db.sql<{
    body: Buffer
  }>`select body from event where id = ${ids[0]!}`
  expect(JSON.stringify(body.items[0])).toBe(row!.body.toString())
})

test('200: pages follow each other; at the end nextAfter stays', async () => {
  const { employerId, feed } = newEmployer()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(await system.submit({ employerId }))
  const first = (await feed('?limit=2')).body
  expect(first).toMatchObject({ nextAfter: ids[1], hasMore: true, items: [{ id: ids[0] }, { id: ids[1] }] })
  const rest = (await feed(`?limit=3&after=${first.nextAfter}`)).body
  expect(rest).toMatchObject({ nextAfter: ids[4], hasMore: false, items: ids.slice(2).map((id) => ({ id })) })
  expect((await feed(`?after=${ids[4]}`)).body).toEqual({ items: [], nextAfter: ids[4], hasMore: false })
})

test("200: another employer's and test events are not in the feed; 400: an id of another feed", async () => {
  const [mine, other] = [newEmployer(), newEmployer()]
  const id = await system.submit({ employerId: mine.employerId })
  const subscription = await system.subscribe()
  const tested = await system.admin.post(`/admin/v1/webhook-subscriptions/${subscription.id}/test`, {})
  expect(tested.status).toBeLessThan(300)
  expect((await other.feed()).body.items).toEqual([])
  const [own] = await system.webhook.deps.db.sql<{
    id: string
  }>`select id from event where type = 'webhook.test'`
  for (const after of [id, own!.id, randomUUID()]) {
    const { status, body } = await other.feed(`?after=${after}`)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.message).toMatch(/^after: is not the id of an event in your feed/)
  }
})

test.each(['after=7', 'after=', 'limit=0', 'limit=101', 'limit=x', 'before=1'])('400: ?%s', async (query) => {
  const { status, body } = await newEmployer().feed(`?${query}`)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toContain(query.split('=')[0])
})

test('while 20 writers commit in any order, a reader that follows nextAfter gets every event once', async () => {
  const { employerId, feed } = newEmployer()
  // Another replica, so that the reader does not wait for connections of its own.
  const { databaseUrl, natsUrl } = system.webhook
  const writer = await boot(service, { databaseUrl, natsUrl, env: system.env })
  const { db, clock } = writer.deps
  const written: string[] = []
  let writers = 20
  const write = async () => {
    for (let i = 0; i < 4; i++) {
      const id = randomUUID()
      const timestamp = clock.now().toISOString()
      const data = { jobPostId: 1, expiredAt: timestamp }
      await db.tx(async (sql) => {
        const event = serializeEvent({ id, type: 'job.expired', timestamp, data })
        await insertEvents(sql, [{ ...event, employerId, traceparent: null }], clock.now())
        await sql`select pg_sleep(${Math.random() * 0.06})`
      })
      written.push(id)
    }
    writers--
  }
  const read: string[] = []
  const follow = async () => {
    for (let after = ''; ; ) {
      const isLast = writers === 0
      const { body } = await feed(`?limit=7${after}`)
      read.push(...body.items.map(({ id }: { id: string }) => id))
      if (body.nextAfter) after = `&after=${body.nextAfter}`
      if (isLast && !body.hasMore) return
    }
  }
  await Promise.all([follow(), ...Array.from({ length: 20 }, write)])
  await writer.stop()
  expect(read).toHaveLength(80)
  expect(new Set(read)).toEqual(new Set(written))
})

test('the last event of a feed outlives its retention, so its reader continues from it', async () => {
  const { employerId, feed } = newEmployer()
  const ids = [await system.submit({ employerId }), await system.submit({ employerId })]
  await system.submit({ employerId }, ids[0])
  const days = 200 * 86_400
  system.advance(days)
  // A run passes over rows that another transaction holds.
  await eventually('the deletion of the first event', async () => {
    await deleteOldDeliveries.run(system.webhook.deps)
    return (await feed(`?after=${ids[0]}`)).status === 400
  })
  expect(await feed(`?after=${ids[1]}`)).toMatchObject({
    status: 200,
    body: { items: [], nextAfter: ids[1], hasMore: false },
  })
})

test('an event is in the feed for exactly 30 days of the business clock, before any retention runs (D-62)', async () => {
  const { employerId, feed } = newEmployer()
  const { db, clock } = system.webhook.deps
  const occur = async (daysAgo: number) => {
    const now = clock.now()
    // A minute on the near side, so that the time that this test takes does not matter.
    const timestamp = new Date(now.getTime() - daysAgo * 86_400_000 + 60_000).toISOString()
    const event = {
      id: randomUUID(),
      type: 'job.expired' as const,
      timestamp,
      data: { jobPostId: 1, expiredAt: timestamp },
    }
    await db.tx((sql) =>
      insertEvents(sql, [{ ...serializeEvent(event), employerId, traceparent: null }], now),
    )
    return event.id
  }
  const [first, second, third] = [await occur(30), await occur(20), await occur(10)]
  const ids = async (query = '') => (await feed(query)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids()).toEqual([first, second, third])
  system.advance(120)
  expect(await ids()).toEqual([second, third])
  // A reader that has read an event continues from it, however old it is.
  expect(await ids(`?after=${first}`)).toEqual([second, third])
  system.advance(10 * 86_400)
  expect(await ids(`?after=${first}`)).toEqual([third])
  system.advance(20 * 86_400)
  expect((await feed()).body).toEqual({ items: [], nextAfter: null, hasMore: false })
  expect((await feed(`?after=${third}`)).body).toEqual({ items: [], nextAfter: third, hasMore: false })
})
