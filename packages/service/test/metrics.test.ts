import { eventType } from '@jobboard/contracts/event'
import { consumer } from '@jobboard/events/consumer/consumer'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { type Booted, boot, TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, signCaller } from '../src/auth/caller.ts'
import { gate, shelf } from './support/book-service.ts'

const bookLent = eventType('jobs', 'book.lent', 1, z.object({ bookId: z.int() }))
const readers = consumer({
  name: 'readers',
  filter: 'evt.jobs.book.>',
  events: [bookLent],
  handle: async () => {},
})

let one: Booted
let other: Booted
let employer: Client
beforeAll(async () => {
  one = await boot({ ...shelf, consumers: () => [readers] })
  other = await boot(shelf, { natsUrl: one.natsUrl })
  employer = one.as({ kind: 'recruiter', employerId: 1, userId: 1, keyId: 1, scopes: [] })
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})

/** The lines of `/metrics` by name and labels. */
async function read(service: Booted): Promise<Map<string, number>> {
  const answer = await fetch(`${service.url}/metrics`)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/ (\S+)$/.exec(line)![1])]))
}

const seconds = (part: string, endpoint: string, method: string, status: string) =>
  `http_request_duration_seconds_${part}{endpoint="${endpoint}",method="${method}",status="${status}"}`

test('requests are counted by endpoint and class of status, in the service that answered them', async () => {
  await employer.post('/api/v1/books', { title: 'a' })
  await employer.post('/api/v1/books', { title: 'b' })
  await employer.post('/api/v1/books', { title: '' })
  await employer.post('/api/v1/books', { title: 'c', blurb: 'x'.repeat(1_048_576) })
  await employer.post('/api/v1/books', { title: 'bug' })
  await employer.get('/api/v1/books/1')
  await fetch(`${one.url}/api/v1/books/7`)
  const lines = await eventually('all are counted', async () => {
    const found = await read(one)
    return found.get(seconds('count', 'get-book', 'GET', '4xx')) === 1 && found
  })
  const counts = [...lines].filter(([name]) => name.startsWith('http_request_duration_seconds_count'))
  expect(Object.fromEntries(counts)).toEqual({
    [seconds('count', 'add-book', 'POST', '2xx')]: 2,
    [seconds('count', 'add-book', 'POST', '4xx')]: 2,
    [seconds('count', 'add-book', 'POST', '5xx')]: 1,
    [seconds('count', 'get-book', 'GET', '2xx')]: 1,
    [seconds('count', 'get-book', 'GET', '4xx')]: 1,
  })
  expect([...(await read(other)).keys()].filter((name) => name.startsWith('http_'))).toEqual([])
})

test('the buckets add up, and a request whose client went away is counted as none', async () => {
  let open = () => {}
  gate.wait = new Promise((resolve) => {
    open = resolve
  })
  const leaving = new AbortController()
  const busy = await read(one)
  const caller: Caller = { kind: 'recruiter', employerId: 1, userId: 1, keyId: 1, scopes: [] }
  const headers = { 'x-caller': signCaller(TEST_CALLER_SECRET, caller) }
  const gone = fetch(`${one.url}/api/v1/books`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"title":"held"}',
    signal: leaving.signal,
  }).catch(() => 'gone')
  await eventually('it holds a connection', async () => {
    const inUse = (await read(one)).get('db_connections{state="in_use"}')!
    return inUse > busy.get('db_connections{state="in_use"}')!
  })
  leaving.abort()
  expect(await gone).toBe('gone')
  const name = seconds('count', 'add-book', 'POST', 'none')
  const lines = await eventually('it is counted', async () => {
    const found = await read(one)
    return found.get(name) === 1 && found
  })
  open()
  const bucket = 'http_request_duration_seconds_bucket{endpoint="add-book",method="POST",status="2xx",le='
  const values = [...lines].flatMap(([line, value]) => (line.startsWith(bucket) ? [value] : []))
  expect(values).toHaveLength(14)
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(values.at(-1)).toBe(lines.get(seconds('count', 'add-book', 'POST', '2xx')))
})

test('relay, consumers and dead letters tell where events are', async () => {
  const lend = (bookId: number) =>
    one.deps.db.tx((sql) =>
      appendEvent(sql, bookLent, {
        aggregateId: bookId,
        aggregateVersion: 1,
        occurredAt: new Date(),
        data: { bookId },
      }),
    )
  await lend(1)
  await lend(0.5)
  const lines = await eventually('both are settled', async () => {
    const found = await read(one)
    return found.get('consumer_parked_total{consumer="readers"}') === 1 && found
  })
  expect(lines.get('consumer_dead_letters{consumer="readers"}')).toBe(1)
  const settled = await eventually('both are told', async () => {
    const found = await read(one)
    return found.get('consumer_handled_total{consumer="readers"}') === 1 && found
  })
  expect(settled.get('relay_leader')).toBe(1)
  expect(settled.get('relay_published_total')).toBe(2)
  expect(settled.get('relay_unpublished')).toBe(0)
  expect((await read(other)).get('relay_published_total')).toBe(0)
})

test('what the database cannot tell is left out; the rest is told', async () => {
  await other.deps.db.sql`alter table outbox rename to outbox_elsewhere`
  const lines = await read(other)
  await other.deps.db.sql`alter table outbox_elsewhere rename to outbox`
  expect(lines.has('relay_unpublished')).toBe(false)
  expect(lines.get('db_waiting')).toBe(0)
  expect(lines.get('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('no label holds what came with a request', async () => {
  await employer.get('/api/v1/books/4711?secret=hush')
  await fetch(`${one.url}/api/v1/nothing/4711`)
  const names = [...(await read(one)).keys()].join()
  expect(names).not.toMatch(/4711|hush|nothing|\/api/)
})
