import { randomBytes } from 'node:crypto'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpiredResponses, findResponse, operationOf, storeResponse } from '../src/http/idempotency.ts'
import { addBookGate, bookService } from './support/book-service.ts'

let running: Booted
let employer: Client
const as = (employerId: number) =>
  running.as({ kind: 'recruiter', employerId, userId: 1, keyId: 1, scopes: [] })
const add = (who: Client, title: string, key: string) =>
  who.post('/api/v1/books', { title }, { 'idempotency-key': key })

beforeAll(async () => {
  running = await boot(bookService)
  employer = as(1)
})
afterAll(() => running.stop())

test('201: a repeated request gets the stored response and has no second effect (D-60)', async () => {
  const first = await add(employer, 'one', 'k1')
  const second = await add(employer, 'one', 'k1')
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect([second.status, second.text, second.headers.get('x-book-header')]).toEqual([
    201,
    first.text,
    'stored',
  ])
  expect(await titles('one')).toBe(1)
})

test('a response is stored for a path that is longer than an entry of an index, too', async () => {
  const { sql } = running.deps.db
  const [path, other] = [1, 2].map(() => `/api/v1/books/${randomBytes(3_700).toString('base64url')}/x`)
  const operation = (path: string) =>
    operationOf('long', { owner: 'employer:1', authorUserId: null }, 'POST', path, undefined)!
  const now = new Date()
  await storeResponse(sql, operation(path!), { status: 404, headers: {}, body: null }, now)
  expect((await findResponse(sql, operation(path!), now))?.status).toBe(404)
  expect(await findResponse(sql, operation(other!), now)).toBeUndefined()
})

test('422 idempotency_key_reused: the same key with another request', async () => {
  await add(employer, 'two', 'k2')
  const response = await add(employer, 'other', 'k2')
  expect([response.status, response.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('201: keys of different employers are independent', async () => {
  const [own, other] = [await add(employer, 'three', 'k3'), await add(as(2), 'three', 'k3')]
  expect(other.body.id).not.toBe(own.body.id)
})

test('30 concurrent requests with one key have one effect; the others get 201 or 409', async () => {
  let open = () => {}
  addBookGate.wait = new Promise((resolve) => {
    open = resolve
  })
  const requests = Array.from({ length: 30 }, async () => {
    const response = await add(employer, 'burst', 'k4')
    // The one that holds the key waits at the gate, so the first response is a refusal.
    open()
    return response
  })
  const responses = await Promise.all(requests)
  addBookGate.wait = Promise.resolve()
  const codes = new Set(responses.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))
  expect([...codes].sort()).toEqual(['201', '409 idempotency_in_progress'])
  expect(await titles('burst')).toBe(1)
  expect((await add(employer, 'burst', 'k4')).headers.get('idempotency-replayed')).toBe('true')
})

test('a refusal by the state of the object is replayed; 402 and 5xx are evaluated again', async () => {
  const refusal = await add(employer, 'taken', 'k5')
  const again = await add(employer, 'taken', 'k5')
  expect([refusal.status, again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
    400,
    400,
    refusal.text,
    'true',
  ])
  for (const [title, status] of [
    ['broke', 402],
    ['bug', 500],
  ] as const) {
    await add(employer, title, `k6-${title}`)
    const second = await add(employer, title, `k6-${title}`)
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([status, null])
  }
})

test.each([
  ['a 400 about a field', 400, { title: '' }, {}],
  ['a 400 about the JSON', 400, '{', {}],
  ['a 413', 413, { title: 'x', blurb: 'x'.repeat(1_048_576) }, {}],
  ['a 415', 415, '{}', { 'content-type': 'text/css' }],
])(
  '201: %s is not stored, so the corrected request may use its key (D-60)',
  async (what, status, body, headers) => {
    const key = { 'idempotency-key': `corrected ${what}` }
    const refused = await employer.send('POST', '/api/v1/books', { body, headers: { ...key, ...headers } })
    expect(refused.status).toBe(status)
    const corrected = await add(employer, what, key['idempotency-key'])
    expect([corrected.status, corrected.headers.get('idempotency-replayed')]).toEqual([201, null])
  },
)

test('400 invalid_request: a key of more than 255 characters', async () => {
  const response = await add(employer, 'x', 'k'.repeat(256))
  expect([response.status, response.body.message]).toEqual([
    400,
    'Idempotency-Key: must have 1 to 255 characters.',
  ])
})

test('201: after 24 hours the key can be used again', async () => {
  const first = await add(employer, 'daily', 'k7')
  running.deps.clock.advanceTo(running.deps.clock.offsetMs + 24 * 3_600_000 + 1)
  const second = await add(employer, 'daily', 'k7')
  expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null])
  expect(second.body.id).not.toBe(first.body.id)
})

/** Number of books with this title. */
async function titles(title: string): Promise<number> {
  const [row] = await running.deps.db.sql<{ count: number }>`
    select count(*) as count from book where title = ${title}`
  return row!.count
}

test('expired responses are deleted at most `limit` at a time, by two replicas at once; younger ones stay', async () => {
  const { sql } = running.deps.db
  const now = running.deps.clock.now()
  const insert = (owner: string, hours: number) => sql`
    insert into idempotency (owner, method, path, key, fingerprint, status, headers, created_at)
    select ${owner}, 'POST', '/', n::text, '', 201, '{}', ${new Date(now.getTime() - hours * 3_600_000)}
    from generate_series(1, 250) n`
  await Promise.all([insert('old', 25), insert('young', 23)])
  const batches = await Promise.all([1, 2].map(() => deleteExpiredResponses(sql, now, 100)))
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(100)
  while ((await deleteExpiredResponses(sql, now, 100)).length > 0);
  expect(await sql`select 1 from idempotency where owner = 'old'`).toEqual([])
  expect(await sql`select 1 from idempotency where owner = 'young'`).toHaveLength(250)
})
