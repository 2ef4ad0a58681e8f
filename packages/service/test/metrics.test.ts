import { eventType } from '@jobboard/contracts/event'
import { consumer } from '@jobboard/events/consumer/consumer'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { type Booted, boot, TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, signCaller } from '../src/auth/caller.ts'
import { addBookGate, bookService } from './support/book-service.ts'

const bookLent = eventType('jobs', 'book.lent', 1, z.object({ bookId: z.int() }))
const readers = consumer({
  name: 'readers',
  filter: 'evt.jobs.book.>',
  events: [bookLent],
  handle: async () => {},
})

let service: Booted
let otherService: Booted
let employer: Client
beforeAll(async () => {
  service = await boot({ ...bookService, consumers: () => [readers] })
  otherService = await boot(bookService, { natsUrl: service.natsUrl })
  employer = service.as({ kind: 'recruiter', employerId: 1, userId: 1, keyId: 1, scopes: [] })
})
afterAll(async () => {
  await otherService.stop()
  await service.stop()
})

/** The samples of `/metrics`, by name and labels. */
async function read({ url }: Booted): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/ (\S+)$/.exec(line)![1])]))
}

const durationSample = (part: string, endpoint: string, method: string, status: string) =>
  `http_request_duration_seconds_${part}{endpoint="${endpoint}",method="${method}",status="${status}"}`

test('requests are counted by endpoint and class of status, in the service that handled them', async () => {
  await employer.post('/api/v1/books', { title: 'a' })
  await employer.post('/api/v1/books', { title: 'b' })
  await employer.post('/api/v1/books', { title: '' })
  await employer.post('/api/v1/books', { title: 'c', blurb: 'x'.repeat(1_048_576) })
  await employer.post('/api/v1/books', { title: 'bug' })
  await employer.get('/api/v1/books/1')
  await fetch(`${service.url}/api/v1/books/7`)
  const lines = await eventually('all requests are counted', async () => {
    const found = await read(service)
    return found.get(durationSample('count', 'get-book', 'GET', '4xx')) === 1 && found
  })
  const counts = [...lines].filter(([name]) => name.startsWith('http_request_duration_seconds_count'))
  expect(Object.fromEntries(counts)).toEqual({
    [durationSample('count', 'add-book', 'POST', '2xx')]: 2,
    [durationSample('count', 'add-book', 'POST', '4xx')]: 2,
    [durationSample('count', 'add-book', 'POST', '5xx')]: 1,
    [durationSample('count', 'get-book', 'GET', '2xx')]: 1,
    [durationSample('count', 'get-book', 'GET', '4xx')]: 1,
  })
  expect([...(await read(otherService)).keys()].filter((name) => name.startsWith('http_'))).toEqual([])
})

test('buckets are cumulative, and a request whose client disconnected counts as status none', async () => {
  let open = () => {}
  addBookGate.wait = new Promise((resolve) => {
    open = resolve
  })
  const controller = new AbortController()
  const before = await read(service)
  const caller: Caller = { kind: 'recruiter', employerId: 1, userId: 1, keyId: 1, scopes: [] }
  const headers = { 'x-caller': signCaller(TEST_CALLER_SECRET, caller) }
  const aborted = fetch(`${service.url}/api/v1/books`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"title":"held"}',
    signal: controller.signal,
  }).catch(() => 'aborted')
  await eventually('the request holds a connection', async () => {
    const inUse = (await read(service)).get('db_connections{state="in_use"}')!
    return inUse > before.get('db_connections{state="in_use"}')!
  })
  controller.abort()
  expect(await aborted).toBe('aborted')
  const name = durationSample('count', 'add-book', 'POST', 'none')
  const lines = await eventually('the aborted request is counted', async () => {
    const found = await read(service)
    return found.get(name) === 1 && found
  })
  open()
  const bucket = 'http_request_duration_seconds_bucket{endpoint="add-book",method="POST",status="2xx",le='
  const values = [...lines].flatMap(([line, value]) => (line.startsWith(bucket) ? [value] : []))
  expect(values).toHaveLength(14)
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(values.at(-1)).toBe(lines.get(durationSample('count', 'add-book', 'POST', '2xx')))
})

test('relay and consumers count published, handled and dead-lettered events', async () => {
  const lend = (bookId: number) =>
    service.deps.db.tx((sql) =>
      appendEvent(sql, bookLent, {
        aggregateId: bookId,
        aggregateVersion: 1,
        occurredAt: new Date(),
        data: { bookId },
      }),
    )
  await lend(1)
  // Fails the schema, so it is dead-lettered.
  await lend(0.5)
  const lines = await eventually('the invalid event is dead-lettered', async () => {
    const found = await read(service)
    return found.get('consumer_parked_total{consumer="readers"}') === 1 && found
  })
  expect(lines.get('consumer_dead_letters{consumer="readers"}')).toBe(1)
  // The relay counts an event after it is published, so a consumer may be faster.
  const settled = await eventually('the valid event is handled, and both are counted', async () => {
    const found = await read(service)
    const isCounted = found.get('relay_published_total') === 2
    return isCounted && found.get('consumer_handled_total{consumer="readers"}') === 1 && found
  })
  expect(settled.get('consumer_waiting_for_retry{consumer="readers"}')).toBe(0)
  expect(settled.get('consumer_oldest_waiting_seconds{consumer="readers"}')).toBe(0)
  // Read from NATS, at most every 5 s.
  await eventually('no lag', async () => {
    const found = await read(service)
    const lag = ['consumer_pending', 'consumer_ack_pending'].map((name) =>
      found.get(`${name}{consumer="readers"}`),
    )
    return lag.every((value) => value === 0)
  })
  expect(settled.get('relay_leader')).toBe(1)
  expect(settled.get('relay_unpublished')).toBe(0)
  expect((await read(otherService)).get('relay_published_total')).toBe(0)
})

test('a metric that the database cannot provide is left out; the others are served', async () => {
  await otherService.deps.db.sql`alter table outbox rename to outbox_elsewhere`
  const lines = await read(otherService)
  await otherService.deps.db.sql`alter table outbox_elsewhere rename to outbox`
  expect(lines.has('relay_unpublished')).toBe(false)
  expect(lines.get('db_waiting')).toBe(0)
  expect(lines.get('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('no label contains text from a request', async () => {
  await employer.get('/api/v1/books/4711?secret=hush')
  await fetch(`${service.url}/api/v1/nothing/4711`)
  const names = [...(await read(service)).keys()].join()
  expect(names).not.toMatch(/4711|hush|nothing|\/api/)
})
