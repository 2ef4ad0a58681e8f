import { BYTES_PER_DAY, LARGE_BODY_BYTES, MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bookService } from './support/book-service.ts'

let running: Booted
beforeAll(async () => {
  running = await boot(bookService)
})
afterAll(() => running.stop())

let lastEmployer = 100
const newEmployer = () => {
  const employerId = ++lastEmployer
  const client = running.as({ kind: 'recruiter', employerId, userId: 1, keyId: 1, scopes: [] })
  const post = (body: string, headers: Record<string, string> = {}) =>
    client.send('POST', '/api/v1/books', {
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const used = async () => {
    const [row] = await running.deps.db.sql<{ bytes: string }>`
      select bytes from byte_budget where owner = ${`employer:${employerId}`}`
    return row && Number(row.bytes)
  }
  const leave = async (bytes: number) => {
    await running.deps.db.sql`
      insert into byte_budget values (${`employer:${employerId}`},
        ${running.deps.clock.now().toISOString().slice(0, 10)}, ${BYTES_PER_DAY.employer - bytes})`
  }
  return { post, used, leave }
}

/** Sends a request; returns the response, and how often its body was parsed. */
async function parsesOf<T>(body: string, send: () => Promise<T>): Promise<[T, number]> {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const response = await send()
    return [response, parse.mock.calls.filter(([text]) => text === body).length]
  } finally {
    parse.mockRestore()
  }
}

const blurb = (length: number) => 'x'.repeat(length)
const noJson = `["${blurb(MAX_BODY_BYTES - 10)}"`

test.each([
  ['valid', 201, '{"title":"A"}', {}],
  ['a replay', 201, '{"title":"A"}', { 'idempotency-key': 'again' }],
  ['no JSON', 400, '{"title":"A"', {}],
  ['1 MiB that is no JSON', 400, noJson, {}],
  ['of a wrong type', 400, '[{"title":"A"}]', {}],
  ['unknown fields under strict handling', 400, '{"title":"A","titel":1}', { prefer: 'handling=strict' }],
  ['a dry run', 400, '{"title":7}', { prefer: 'dry-run' }],
])('a body is parsed once: %s', async (_what, status, body, headers) => {
  const { post } = newEmployer()
  if ('idempotency-key' in headers) await post(body, headers)
  const [response, parses] = await parsesOf(body, () => post(body, headers as Record<string, string>))
  expect([response.status, parses]).toEqual([status, 1])
})

test('400: a body of 1 MiB nesting is never parsed (P-580)', async () => {
  const body = '['.repeat(MAX_BODY_BYTES)
  const [response, parses] = await parsesOf(body, () => newEmployer().post(body))
  expect([response.status, response.body.code, parses]).toEqual([400, 'invalid_request', 0])
  expect(response.body.message).toBe(
    'The body is nested more than 64 levels deep; send fewer lists and objects within each other.',
  )
})

test('400: a refused body of more than 16 KiB counts whole towards the daily budget, a smaller one not (P-280)', async () => {
  const { post, used } = newEmployer()
  const padded = (length: number) => `{"title":7}${' '.repeat(length - 11)}`
  expect((await post(padded(LARGE_BODY_BYTES))).status).toBe(400)
  expect(await used()).toBeUndefined()
  expect((await post(padded(LARGE_BODY_BYTES + 1))).status).toBe(400)
  expect(await used()).toBe(LARGE_BODY_BYTES + 1)
  expect((await post(noJson)).status).toBe(400)
  expect((await post('['.repeat(100_000))).status).toBe(400)
  const other = { 'content-type': 'text/plain' }
  expect((await post(padded(100_000), other)).status).toBe(415)
  expect(await used()).toBe(LARGE_BODY_BYTES + 1 + noJson.length + 100_000 + 100_000)
})

test('only refused bodies count so: not what was accepted, and not what failed (P-280)', async () => {
  const { post, used } = newEmployer()
  const body = (title: string) => JSON.stringify({ title, blurb: blurb(50_000) })
  expect((await post(body('A'))).status).toBe(201)
  expect((await post(body('bug'))).status).toBe(500)
  expect(await used()).toBeUndefined()
  expect((await post(body('taken'))).status).toBe(400)
  expect(await used()).toBe(body('taken').length)
})

test('429 rate_limited: a large body that the budget has no room for is not parsed; the same of another employer, and a small one, are (P-280)', async () => {
  const { post, used, leave } = newEmployer()
  await leave(noJson.length - 1)
  const [response, parses] = await parsesOf(noJson, () => post(noJson))
  expect([response.status, response.body.code, parses]).toEqual([429, 'rate_limited', 0])
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(response.body.message).toContain('a refused body of more than 16 KiB counts whole')
  expect(await used()).toBe(BYTES_PER_DAY.employer - noJson.length + 1)
  expect((await post('{"title":"A"}')).status).toBe(201)
  expect((await newEmployer().post(noJson)).status).toBe(400)
})

test('201: a stored response is replayed although the budget is used up (D-60)', async () => {
  const { post, leave } = newEmployer()
  const body = JSON.stringify({ title: 'A', blurb: blurb(50_000) })
  const key = { 'idempotency-key': 'k' }
  expect((await post(body, key)).status).toBe(201)
  await leave(0)
  const replay = await post(body, key)
  expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
})
