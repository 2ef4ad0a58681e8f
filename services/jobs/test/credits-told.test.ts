import { openConnection } from '@jobboard/db/db'
import type { HttpResponse } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const told = ({ headers }: HttpResponse) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
  headers.get('idempotency-replayed'),
]
const publish = (employerId: number, id: unknown, body: unknown, headers = {}) =>
  jobs.of(employerId).send('POST', `/api/v1/jobs/${id}/publish`, { body, headers })

const good = () => ({ expiryDate: jobs.inMs(DAY_MS) })
const refusals: [code: string, call: (id: number) => Promise<HttpResponse<{ code: string }>>][] = [
  ['400 invalid_request', (id) => publish(1, id, {})],
  ['400 invalid_request', (id) => publish(1, id, '{"expiryDate":')],
  ['400 invalid_request', (id) => publish(1, id, good(), { 'idempotency-key': 'x'.repeat(256) })],
  ['400 invalid_request', (id) => publish(1, id, { expiryDate: jobs.inMs(-DAY_MS) })],
  ['400 invalid_state', async () => publish(1, await jobs.draft(1, { title: 'Bare' }), good())],
  ['404 not_found', () => publish(1, 'x', good())],
  ['404 not_found', () => publish(1, 2_000_000_000, good())],
  ['413 payload_too_large', (id) => publish(1, id, { expiryDate: 'x'.repeat(1_048_577) })],
  ['415 unsupported_media_type', (id) => publish(1, id, good(), { 'content-type': 'text/plain' })],
]

test.each(refusals)('%s: tells that it cost nothing and what is left (D-47)', async (code, call) => {
  const id = await jobs.draft(1)
  const before = await jobs.balance(1)
  await jobs.grant(1, 3)
  const answer = await call(id)
  expect(`${answer.status} ${answer.body.code}`).toBe(code)
  expect(told(answer)).toEqual(['0', String(before + 3), null])
  expect(await jobs.debits(1)).toBe(0)
})

test('200: a replay costs nothing and tells what is left now; so do 422 and a replayed 400 (D-43, D-47)', async () => {
  await jobs.grant(2, 5)
  const [id, other] = [await jobs.draft(2), await jobs.draft(2)]
  const body = good()
  const key = { 'idempotency-key': 'once' }
  expect(told(await publish(2, id, body, key))).toEqual(['1', '4', null])
  expect(told(await publish(2, id, body, key))).toEqual(['0', '4', 'true'])
  expect(told(await publish(2, other, body))).toEqual(['1', '3', null])
  expect(told(await publish(2, id, body, key))).toEqual(['0', '3', 'true'])
  expect(told(await publish(2, id, { expiryDate: jobs.inMs(2 * DAY_MS) }, key))).toEqual(['0', '3', null])
  const again = { 'idempotency-key': 'again' }
  expect(told(await publish(2, id, body, again))).toEqual(['0', '3', null])
  expect(told(await publish(2, id, body, again))).toEqual(['0', '3', 'true'])
  expect(await jobs.debits(2)).toBe(2)
})

/** Keeps a job locked while `work` runs; `waiter` finds the one connection that waits for it, and may kill it. */
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
    eventually('somebody waits for the lock', async () => {
      const { rowCount } = await blocker.query(
        `select ${act[then]} from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`,
      )
      return rowCount === 1
    })
  await work(waiter, () => blocker.query('rollback')).finally(() => blocker.end())
}

test('409: a request whose twin still runs tells it too', async () => {
  await jobs.grant(3, 1)
  const id = await jobs.draft(3)
  const body = good()
  const key = { 'idempotency-key': 'twins' }
  await whileLocked(id, async (waiter, unlock) => {
    const first = publish(3, id, body, key)
    await waiter()
    const twin = await publish(3, id, body, key)
    expect([twin.status, ...told(twin)]).toEqual([409, '0', '1', null])
    await unlock()
    expect(told(await first)).toEqual(['1', '0', null])
  })
})

test('503: nothing is told where the outcome is not known', async () => {
  await jobs.grant(4, 1)
  const id = await jobs.draft(4)
  await whileLocked(id, async (waiter) => {
    const cut = publish(4, id, good())
    await waiter('kill')
    expect([(await cut).status, ...told(await cut)]).toEqual([503, null, null, null])
  })
})

test('what cannot cost a credit tells none', async () => {
  const id = await jobs.draft(5)
  for (const answer of [
    await jobs.of(5).get(`/api/v1/jobs/${id}`),
    await jobs.of(5).put(`/api/v1/jobs/${id}`, { city: 5 }),
    await jobs.of(5).delete(`/api/v1/jobs/${id}`),
  ])
    expect(told(answer)).toEqual([null, null, null])
})
