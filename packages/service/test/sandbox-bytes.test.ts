import { SANDBOX_BYTES } from '@jobboard/contracts/sandbox/sandbox'
import { cleanBudgets } from '@jobboard/events/retention'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getWritten } from '../src/http/sandbox-bytes-store.ts'
import { bookService } from './support/book-service.ts'

const LIMIT = SANDBOX_BYTES.jobs!

let service: Booted
let replica: Booted
beforeAll(async () => {
  service = await boot(bookService)
  const { databaseUrl, natsUrl } = service
  replica = await boot(bookService, { databaseUrl, natsUrl })
})
afterAll(async () => {
  await replica.stop()
  await service.stop()
})
let sandboxId = 30

const as = (of: Booted, id: number) =>
  of.as({ kind: 'recruiter', employerId: id, userId: null, keyId: 1, scopes: [], sandboxId: id })
const written = (id: number) => getWritten(service.deps.db.sql, id)
const leave = (id: number, bytes: number) => service.deps.db.sql`
  insert into byte_budget (owner, day, bytes) values (${`sandbox:${id}`}, 'infinity', ${LIMIT - bytes})
  on conflict (owner, day) do update set bytes = excluded.bytes`

test('the shares of the services are 64 MiB together (P-914)', () => {
  const shares = Object.values(SANDBOX_BYTES)
  expect(shares.reduce((sum, bytes) => sum + bytes, 0)).toBe(64 * 1_048_576)
})

test('409 limit_reached: 40 parallel calls through two replicas write no more bytes than a sandbox may, and of the refused ones nothing is stored (P-914)', async () => {
  const id = ++sandboxId
  const book = { title: 'A', blurb: 'x'.repeat(20_000) }
  expect((await as(service, id).post('/api/v1/books', book)).status).toBe(201)
  const each = await written(id)
  expect(each).toBeGreaterThan(20_000)
  await leave(id, 7 * each + 100)
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, i) => as(i % 2 ? service : replica, id).post('/api/v1/books', book)),
  )
  const refused = responses.filter(({ status }) => status !== 201)
  expect(responses.length - refused.length).toBe(7)
  for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'limit_reached'])
  expect(refused[0]!.body.message).toBe(
    `This sandbox has written 8.0 MiB in jobs since its last reset and this call writes ${each} bytes, the limit is 8 MiB; reset it with POST /api/v1/sandbox/reset, or delete it.`,
  )
  expect(await written(id)).toBe(LIMIT - 100)
  const stored = await service.deps.db.sql`select 1 from book where employer_id = ${id}`
  expect(stored.length).toBe(8)
  // Reads go on, and so do other sandboxes.
  expect((await as(service, id).get('/api/v1/books')).status).toBe(200)
  expect((await as(service, ++sandboxId).post('/api/v1/books', book)).status).toBe(201)
})

test('the response that is stored for a repeat counts, and its repetition does not (P-914)', async () => {
  const id = ++sandboxId
  const blurb = 'x'.repeat(20_000)
  const post = () => as(service, id).post('/api/v1/books', { title: 'A', blurb }, { 'idempotency-key': 'k' })
  expect((await post()).status).toBe(201)
  expect(await written(id)).toBeGreaterThan(40_000)
  await leave(id, 0)
  const repeat = await post()
  expect([repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
})

test('live calls are not counted, and what a sandbox has written is never forgotten by the day (P-914)', async () => {
  const id = ++sandboxId
  const live = service.as({ kind: 'recruiter', employerId: id, userId: null, keyId: 1, scopes: [] })
  expect((await live.post('/api/v1/books', { title: 'A' })).status).toBe(201)
  expect(await written(id)).toBe(0)
  expect((await as(service, id).post('/api/v1/books', { title: 'A' })).status).toBe(201)
  const bytes = await written(id)
  await cleanBudgets(service.deps.db)
  expect([bytes > 0, await written(id)]).toEqual([true, bytes])
})
