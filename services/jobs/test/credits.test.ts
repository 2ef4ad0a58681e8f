import { openConnection } from '@jobboard/db/connections'
import type { HttpResponse } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { DAY_MS, startJobs } from './support/setup.ts'

const jobs = await startJobs()

const addCredits = (body: Record<string, unknown>) =>
  jobs.internal.post('/internal/v1/credits', {
    operationId: 'op',
    employerId: 11,
    kind: 'JobPosting',
    amount: 5,
    cause: 'bought',
    ...body,
  })
const entries = (employerId: number, query = '') =>
  jobs.internal.get(`/internal/v1/employers/${employerId}/credits/entries${query}`)

test('201: parallel requests with one operationId add the credits once', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => addCredits({ operationId: 'once' })))
  for (const { body } of responses) expect(body).toMatchObject({ kind: 'JobPosting', amount: 5, balance: 5 })
  expect(responses.filter(({ body }) => body.audit !== null)).toHaveLength(1)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await jobs.balance(11)).toBe(5)
  expect((await entries(11)).body.total).toBe(1)
})

test.each(['CvSearch', 'CvDownload', 'Gold'])(
  '400: %s credits are not stored in this service',
  async (kind) => {
    const response = await addCredits({ operationId: kind, employerId: 12, kind })
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toContain('kind')
    expect((await entries(12, `?kind=${kind}`)).status).toBe(400)
    expect((await entries(12)).body.total).toBe(0)
  },
)

test('400: a correction cannot take a balance below 0', async () => {
  await addCredits({ operationId: 'plus', employerId: 13 })
  expect((await addCredits({ operationId: 'minus', employerId: 13, amount: -6 })).body.code).toBe(
    'invalid_request',
  )
  expect((await addCredits({ operationId: 'minus 2', employerId: 13, amount: -5 })).body.balance).toBe(0)
})

test('the balance is the sum of the entries, each with cause and request id, newest first (D-64)', async () => {
  await jobs.grant(14, 2)
  const id = await jobs.createDraft(14)
  await jobs.recruiter(14).post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(DAY_MS) })
  const { body } = await entries(14)
  expect(body.items).toMatchObject([
    { kind: 'JobPosting', amount: -1, cause: `publish-job ${id}`, requestId: 'test-request' },
    { kind: 'JobPosting', amount: 2, cause: 'test' },
  ])
  expect(await jobs.balance(14)).toBe(1)
  expect((await entries(14, '?skip=1&take=1&kind=JobPosting')).body).toMatchObject({
    total: 2,
    items: [{ amount: 2 }],
  })
  expect((await jobs.internal.get('/internal/v1/employers/999/credits')).body).toEqual({ JobPosting: 0 })
})

const creditHeaders = ({ headers }: HttpResponse) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
  headers.get('idempotency-replayed'),
]
const publish = (employerId: number, id: unknown, body: unknown, headers = {}) =>
  jobs.recruiter(employerId).send('POST', `/api/v1/jobs/${id}/publish`, { body, headers })

const validBody = () => ({ expiryDate: jobs.inMs(DAY_MS) })
const rejections: [code: string, call: (id: number) => Promise<HttpResponse<{ code: string }>>][] = [
  ['400 invalid_request', (id) => publish(1, id, {})],
  ['400 invalid_request', (id) => publish(1, id, '{"expiryDate":')],
  ['400 invalid_request', (id) => publish(1, id, validBody(), { 'idempotency-key': 'x'.repeat(256) })],
  ['400 invalid_request', (id) => publish(1, id, { expiryDate: jobs.inMs(-DAY_MS) })],
  ['400 invalid_state', async () => publish(1, await jobs.createDraft(1, { title: 'Bare' }), validBody())],
  ['404 not_found', () => publish(1, 'x', validBody())],
  ['404 not_found', () => publish(1, 2_000_000_000, validBody())],
  ['413 payload_too_large', (id) => publish(1, id, { expiryDate: 'x'.repeat(1_048_577) })],
  ['415 unsupported_media_type', (id) => publish(1, id, validBody(), { 'content-type': 'text/plain' })],
]

test.each(rejections)('%s: the credit headers report cost 0 and the balance (D-47)', async (code, call) => {
  const id = await jobs.createDraft(1)
  const before = await jobs.balance(1)
  await jobs.grant(1, 3)
  const response = await call(id)
  expect(`${response.status} ${response.body.code}`).toBe(code)
  expect(creditHeaders(response)).toEqual(['0', String(before + 3), null])
  expect(await jobs.debits(1)).toBe(0)
})

test('200: a replay costs nothing and reports the current balance; so do 422 and a replayed 400 (D-43, D-47)', async () => {
  await jobs.grant(2, 5)
  const [id, other] = [await jobs.createDraft(2), await jobs.createDraft(2)]
  const body = validBody()
  const key = { 'idempotency-key': 'once' }
  expect(creditHeaders(await publish(2, id, body, key))).toEqual(['1', '4', null])
  expect(creditHeaders(await publish(2, id, body, key))).toEqual(['0', '4', 'true'])
  expect(creditHeaders(await publish(2, other, body))).toEqual(['1', '3', null])
  expect(creditHeaders(await publish(2, id, body, key))).toEqual(['0', '3', 'true'])
  expect(creditHeaders(await publish(2, id, { expiryDate: jobs.inMs(2 * DAY_MS) }, key))).toEqual([
    '0',
    '3',
    null,
  ])
  const again = { 'idempotency-key': 'again' }
  expect(creditHeaders(await publish(2, id, body, again))).toEqual(['0', '3', null])
  expect(creditHeaders(await publish(2, id, body, again))).toEqual(['0', '3', 'true'])
  expect(await jobs.debits(2)).toBe(2)
})

/** Runs `work` while a job is locked. `waiter` waits until a connection is blocked on the lock, and can kill it. */
async function whileLocked(
  id: number,
  work: (
    waiter: (then?: 'wait' | 'kill') => Promise<unknown>,
    unlock: () => Promise<unknown>,
  ) => Promise<void>,
): Promise<void> {
  const blocker = await openConnection(jobs.databaseUrl)
  await blocker.query(`begin; select from job where id = ${id} for update`)
  const act = { wait: 'pid', kill: 'pg_terminate_backend(pid)' }
  const waiter = (then: keyof typeof act = 'wait') =>
    eventually('one connection is blocked on the lock', async () => {
      const { rowCount } = await blocker.query(
        `select ${act[then]} from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`,
      )
      return rowCount === 1
    })
  await work(waiter, () => blocker.query('rollback')).finally(() => blocker.end())
}

test('409: a request whose Idempotency-Key is in progress reports cost 0 and the balance', async () => {
  await jobs.grant(3, 1)
  const id = await jobs.createDraft(3)
  const body = validBody()
  const key = { 'idempotency-key': 'concurrent' }
  await whileLocked(id, async (waiter, unlock) => {
    const first = publish(3, id, body, key)
    await waiter()
    const second = await publish(3, id, body, key)
    expect([second.status, ...creditHeaders(second)]).toEqual([409, '0', '1', null])
    await unlock()
    expect(creditHeaders(await first)).toEqual(['1', '0', null])
  })
})

test('503: no credit headers when it is unknown whether the call had its effect (P-26)', async () => {
  await jobs.grant(4, 1)
  const id = await jobs.createDraft(4)
  await whileLocked(id, async (waiter) => {
    const cut = publish(4, id, validBody())
    await waiter('kill')
    expect([(await cut).status, ...creditHeaders(await cut)]).toEqual([503, null, null, null])
  })
})

test('endpoints that cost no credit send no credit headers', async () => {
  const id = await jobs.createDraft(5)
  for (const response of [
    await jobs.recruiter(5).get(`/api/v1/jobs/${id}`),
    await jobs.recruiter(5).put(`/api/v1/jobs/${id}`, { city: 5 }),
    await jobs.recruiter(5).delete(`/api/v1/jobs/${id}`),
  ])
    expect(creditHeaders(response)).toEqual([null, null, null])
})
