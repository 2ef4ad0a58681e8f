import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gate, shelf } from './support/book-service.ts'

let running: Booted
let employer: Client
const as = (employerId: number) =>
  running.as({ kind: 'recruiter', employerId, userId: 1, keyId: 1, scopes: [] })
const add = (who: Client, title: string, key: string) =>
  who.post('/api/v1/books', { title }, { 'idempotency-key': key })

beforeAll(async () => {
  running = await boot(shelf)
  employer = as(1)
})
afterAll(() => running.stop())

test('the same key and request gets the stored answer, once made (D-60)', async () => {
  const first = await add(employer, 'one', 'k1')
  const second = await add(employer, 'one', 'k1')
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect([second.status, second.text, second.headers.get('x-shelf')]).toEqual([201, first.text, 'yes'])
  expect(await titles('one')).toBe(1)
})

test('422 idempotency_key_reused: the same key with another request', async () => {
  await add(employer, 'two', 'k2')
  const answer = await add(employer, 'other', 'k2')
  expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('another employer may use the same key', async () => {
  const [mine, theirs] = [await add(employer, 'three', 'k3'), await add(as(2), 'three', 'k3')]
  expect(theirs.body.id).not.toBe(mine.body.id)
})

test('30 requests at once with one key have one effect; the others get its answer or 409 idempotency_in_progress', async () => {
  let open = () => {}
  gate.wait = new Promise((resolve) => {
    open = resolve
  })
  const running30 = Array.from({ length: 30 }, () => add(employer, 'burst', 'k4'))
  setTimeout(open, 200)
  const answers = await Promise.all(running30)
  gate.wait = Promise.resolve()
  const codes = new Set(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))
  expect([...codes].sort()).toEqual(['201', '409 idempotency_in_progress'])
  expect(await titles('burst')).toBe(1)
  expect((await add(employer, 'burst', 'k4')).headers.get('idempotency-replayed')).toBe('true')
})

test('a final refusal is replayed; 402 and 5xx can be tried again', async () => {
  const refusal = await add(employer, '', 'k5')
  const again = await add(employer, '', 'k5')
  expect([refusal.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
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

test('400 invalid_request: a key of more than 255 characters', async () => {
  const answer = await add(employer, 'x', 'k'.repeat(256))
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'Idempotency-Key: must have 1 to 255 characters.',
  ])
})

test('after 24 hours the key is free again', async () => {
  const first = await add(employer, 'daily', 'k7')
  running.deps.clock.advanceTo(running.deps.clock.offsetMs + 24 * 3_600_000 + 1)
  const second = await add(employer, 'daily', 'k7')
  expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null])
  expect(second.body.id).not.toBe(first.body.id)
})

async function titles(title: string): Promise<number> {
  const [row] = await running.deps.db.sql<{
    count: number
  }>`select count(*) as count from book where title = ${title}`
  return row!.count
}
