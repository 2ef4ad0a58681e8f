import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serializeEvent } from '../src/events/public-event.ts'
import { insertEvents } from '../src/events/store.ts'
import { service } from '../src/service.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

type Item = { id: string; type: string }
const ids = (items: Item[]) => items.map(({ id }) => id)

let employers = 3_000
/** An employer without events, with its feed and a writer of events. */
function newEmployer() {
  const employerId = ++employers
  const client = system.webhook.as({ kind: 'recruiter', employerId, userId: 1, keyId: 1, scopes: [] })
  const { clock, db } = system.webhook.deps
  return {
    feed: (query = '') => client.get(`/api/v1/events${query}`),
    /** Stores an event that occurred so many minutes ago; returns its id. */
    async occur(type: WebhookEvent, minutesAgo = 0, at: Pick<typeof db, 'tx'> = db): Promise<string> {
      const now = clock.now()
      const timestamp = new Date(now.getTime() - minutesAgo * 60_000).toISOString()
      const event = { id: randomUUID(), type, timestamp, data: { applicationId: 1 } }
      await at.tx((sql) =>
        insertEvents(sql, [{ ...serializeEvent(event), employerId, traceparent: null }], now),
      )
      return event.id
    },
    before: (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString(),
  }
}

test('200: without types the three events of the specification; types returns those that it names', async () => {
  const { feed, occur } = newEmployer()
  const stored = {
    submitted: await occur('application.submitted'),
    erased: await occur('application.erased'),
    moved: await occur('application.status_changed'),
    expired: await occur('job.expired'),
  }
  const { submitted, erased, moved, expired } = stored
  const read = async (query = '') => ids((await feed(query)).body.items)
  expect(await read()).toEqual([submitted, moved, expired])
  expect(await read('?types=application.erased')).toEqual([erased])
  expect(await read('?types=job.expired,application.erased,job.expired')).toEqual([erased, expired])
  const all = 'application.submitted,application.status_changed,job.expired,application.erased'
  expect(await read(`?types=${all}`)).toEqual(Object.values(stored))
  expect(await read(`?types=${all}&after=${erased}`)).toEqual([moved, expired])
})

test.each([
  ...['types=', 'types=job.closed', 'types=job.expired,', 'types=job.expired,%20application.erased'],
  ...[`types=${'x'.repeat(201)}`, 'types=webhook.test', 'types=job.expired&types=job.expired'],
  ...['since=', 'since=yesterday', 'since=2030-01-01', 'since=%00'],
])('400: ?%s is refused by name', async (query) => {
  const { status, body } = await newEmployer().feed(`?${query}`)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toMatch(new RegExp(`^${query.split('=')[0]}: `))
})

test('400: an unknown type names the known ones; since with after says how to continue', async () => {
  const { feed, occur, before } = newEmployer()
  expect((await feed('?types=application.deleted')).body.message).toBe(
    'types: must be one or more of application.submitted, application.status_changed, job.expired, application.erased, separated by commas.',
  )
  const id = await occur('job.expired')
  const { status, body } = await feed(`?since=${before(1)}&after=${id}`)
  expect([status, body.message]).toEqual([
    400,
    'since: goes without after; call with since alone to start there, then with after alone to continue.',
  ])
})

test('200: order=newest lists the newest event first, page by page to the oldest, or to since', async () => {
  const { feed, occur, before } = newEmployer()
  const empty = await feed('?order=newest')
  expect(empty.body).toEqual({ items: [], nextAfter: null, hasMore: false })
  const old = [await occur('job.expired', 50), await occur('application.submitted', 40)]
  const young = [await occur('application.erased', 5), await occur('job.expired', 4)]
  const newestFirst = [young[1], old[1], old[0]]
  expect(ids((await feed('?order=newest')).body.items)).toEqual(newestFirst)
  const pages = []
  let next = '?order=newest&limit=1'
  for (let page = await feed(next); ; page = await feed(next)) {
    pages.push(...ids(page.body.items))
    if (!page.body.hasMore) break
    next = `?order=newest&limit=1&since=${before(45)}&after=${page.body.nextAfter}`
  }
  expect(pages).toEqual([young[1], old[1]])
  expect((await feed('?order=upwards')).status).toBe(400)
})

test('200: nextAfter at the end is the last event of any type, so a reader of rare events continues there', async () => {
  const { feed, occur } = newEmployer()
  const first = await occur('application.erased')
  expect((await feed()).body).toEqual({ items: [], nextAfter: first, hasMore: false })
  const last = await occur('job.expired')
  const page = (await feed('?types=application.erased')).body
  expect([ids(page.items), page.nextAfter, page.hasMore]).toEqual([[first], last, false])
  expect((await feed(`?types=application.erased&after=${last}`)).body).toEqual({
    items: [],
    nextAfter: last,
    hasMore: false,
  })
  const next = await occur('application.erased')
  await occur('job.expired')
  expect(ids((await feed(`?types=application.erased&after=${last}`)).body.items)).toEqual([next])
})

test('200: hasMore tells of further events of these types; a full page ends at its last one', async () => {
  const { feed, occur } = newEmployer()
  const wanted: string[] = []
  for (let n = 0; n < 5; n++) {
    wanted.push(await occur('application.erased'))
    await occur('application.submitted')
  }
  const last = await occur('application.submitted')
  const pages: [string[], string, boolean][] = []
  for (let after = ''; pages.at(-1)?.[2] !== false; ) {
    const { body } = await feed(`?types=application.erased&limit=2${after}`)
    pages.push([ids(body.items), body.nextAfter, body.hasMore])
    after = `&after=${body.nextAfter}`
  }
  expect(pages).toEqual([
    [wanted.slice(0, 2), wanted[1], true],
    [wanted.slice(2, 4), wanted[3], true],
    [wanted.slice(4), last, false],
  ])
})

test('200: since starts at the first event from then on and returns what follows, late ones too', async () => {
  const { feed, occur, before } = newEmployer()
  await occur('application.submitted', 300)
  const early = await occur('application.erased', 120)
  const first = await occur('application.submitted', 100)
  const late = await occur('application.submitted', 200)
  const last = await occur('job.expired', 10)
  const page = (await feed(`?since=${before(130)}&limit=2`)).body
  expect([ids(page.items), page.nextAfter, page.hasMore]).toEqual([[first, late], late, true])
  const rest = (await feed(`?after=${page.nextAfter}`)).body
  expect([ids(rest.items), rest.hasMore]).toEqual([[last], false])
  const all = 'application.submitted,application.erased,job.expired'
  expect(ids((await feed(`?since=${before(130)}&types=${all}`)).body.items)).toEqual([
    early,
    first,
    late,
    last,
  ])
  expect(ids((await feed(`?since=${before(130)}&types=application.erased`)).body.items)).toEqual([early])
  expect((await feed(`?since=${before(-60)}`)).body).toEqual({ items: [], nextAfter: last, hasMore: false })
  expect(ids((await feed('?since=1970-01-01T00:00:00Z')).body.items)).toHaveLength(4)
})

test('200: since finds the first event whatever the order of the times, also of rows that a release before stored', async () => {
  const { feed, occur, before } = newEmployer()
  const { sql } = system.webhook.deps.db
  // Minutes ago, in the order of the feed.
  const minutes = Array.from({ length: 40 }, (_, n) => 400 - 8 * n + 30 * ((n * 7) % 11))
  const stored: string[] = []
  for (const minutesAgo of minutes) {
    const id = await occur('job.expired', minutesAgo)
    // As a release does that knows no feed_time.
    if (stored.length % 3 === 0) await sql`update event set feed_time = null where id = ${id}`
    stored.push(id)
  }
  for (const minutesAgo of [...minutes.map((at) => at + 1), 1_000, 0]) {
    const first = minutes.findIndex((at) => at <= minutesAgo)
    const { items } = (await feed(`?since=${before(minutesAgo)}&limit=100`)).body
    expect(ids(items)).toEqual(first === -1 ? [] : stored.slice(first))
  }
})

test('while 20 writers commit in any order, a reader of one type that follows nextAfter gets each event once', async () => {
  const { feed, occur } = newEmployer()
  // Another replica, so that the reader does not wait for connections of its own.
  const { databaseUrl, natsUrl } = system.webhook
  const writer = await boot({ ...service, consumers: () => [] }, { databaseUrl, natsUrl, env: system.env })
  const written: string[] = []
  let writers = 20
  const write = async (n: number) => {
    for (let i = 0; i < 6; i++) {
      const type = (n + i) % 3 ? 'application.submitted' : 'application.erased'
      const id = await occur(type, 0, writer.deps.db)
      if (type === 'application.erased') written.push(id)
    }
    writers--
  }
  const read: string[] = []
  const follow = async () => {
    for (let after = ''; ; ) {
      const isLast = writers === 0
      const { body } = await feed(`?types=application.erased&limit=3${after}`)
      read.push(...ids(body.items))
      if (body.nextAfter) after = `&after=${body.nextAfter}`
      if (isLast && !body.hasMore) return
    }
  }
  await Promise.all([follow(), ...Array.from({ length: 20 }, (_, n) => write(n))])
  await writer.stop()
  expect(read).toHaveLength(40)
  expect(new Set(read)).toEqual(new Set(written))
})
