import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { expireDueJobs } from '../src/store/due-job.ts'
import { expireJobs } from '../src/timers/expire-jobs.ts'
import { replicas, start, stored, withoutTimer } from './support/expiring.ts'
import { DAY_MS } from './support/setup.ts'

test('an Active job expires at its expiryDate, with one event that carries its whole state (D-25)', async () => {
  const [jobs] = await replicas(1)
  const id = await jobs!.active(1, DAY_MS)
  const later = await jobs!.active(1, 2 * DAY_MS)
  jobs!.deps.clock.advanceTo(DAY_MS + 1_000)
  await eventually('the job is Expired', async () => (await stored(jobs!, 'Expired')).length === 1)
  const { body } = await jobs!.of(1).get(`/api/v1/jobs/${id}`)
  expect(body).toMatchObject({ status: 'Expired', updatedAt: body.expiryDate })
  expect((await jobs!.of(1).get(`/api/v1/jobs/${later}`)).body.status).toBe('Active')
  const [event] = await jobs!.deps.db.sql<{ payload: unknown; occurredAt: Date }>`
    select payload, occurred_at from outbox where subject = 'evt.jobs.job.expired.v1'`
  expect(event!.payload).toEqual((await jobs!.internal.get(`/internal/v1/jobs/${id}`)).body)
  expect(event!.occurredAt.toISOString()).toBe(body.expiryDate)
})

test('it is looked for more often than once a second, with a clock that nobody moves (D-25)', async () => {
  expect(expireJobs.everyMs).toBeLessThanOrEqual(500)
  const [jobs] = await replicas(1)
  const id = await jobs!.active(1, 1_000)
  await eventually('the job is Expired', async () => (await stored(jobs!, 'Expired')).length === 1)
  expect(await jobs!.events(id)).toEqual(['job.created', 'job.published', 'job.expired'])
})

test('nobody sees a stale Active, even while no timer runs: get, list, PUT, DELETE, publish, facts', async () => {
  const jobs = await withoutTimer()
  const id = await jobs.active(1, DAY_MS)
  await jobs.grant(1, 1)
  const path = `/api/v1/jobs/${id}`
  jobs.deps.clock.advanceTo(DAY_MS + 1)
  expect((await stored(jobs, 'Active')).length).toBe(1)
  expect((await jobs.of(1).get(path)).body.status).toBe('Expired')
  expect((await jobs.of(1).get('/api/v1/jobs?status=Active')).body.total).toBe(0)
  expect((await jobs.of(1).get('/api/v1/jobs?status=Expired')).body).toMatchObject({
    total: 1,
    items: [{ id, status: 'Expired' }],
  })
  expect((await jobs.of(1).get('/api/v1/jobs')).body.items).toMatchObject([{ id, status: 'Expired' }])
  expect((await jobs.of(1).put(path, { title: 'Late' })).body.message).toContain('Expired')
  expect(
    (await jobs.of(1).post(`${path}/publish`, { expiryDate: jobs.inMs(DAY_MS) })).body.message,
  ).toContain('Expired')
  expect((await jobs.of(1).delete(path)).status).toBe(204)
  expect((await jobs.admin.put(`/admin/v1/jobs/${id}/screening-questions`, [])).status).toBe(400)
  const facts = (await jobs.internal.get(`/internal/v1/jobs/${id}`)).body
  expect(facts).toMatchObject({ status: 'Expired', version: 3 })
  const detail = await jobs.of(1).get(path)
  expect(await jobs.events(id)).toEqual(['job.created', 'job.published'])

  // The timer stores what was seen already, to the letter.
  await expireJobs.run(jobs.deps)
  expect((await jobs.internal.get(`/internal/v1/jobs/${id}`)).body).toEqual(facts)
  expect((await jobs.of(1).get(path)).text).toBe(detail.text)
  expect(await jobs.events(id)).toEqual(['job.created', 'job.published', 'job.expired'])
})

test('a date that passed while the service was down: expired once at the next start', async () => {
  const before = await withoutTimer()
  const id = await before.active(1, DAY_MS)
  await before.deps.db.sql`update job set expiry_date = '2026-01-01' where id = ${id}`
  const next = await start(before)
  await eventually('the job is Expired', async () => (await stored(next, 'Expired')).length === 1)
  expect(await next.events(id)).toEqual(['job.created', 'job.published', 'job.expired'])
})

test('at its expiryDate to the millisecond a job is Expired, one before it is Active', async () => {
  const jobs = await withoutTimer()
  const id = await jobs.active(1, DAY_MS)
  const { expiryDate } = (await jobs.of(1).get(`/api/v1/jobs/${id}`)).body
  const still = await jobs.deps.db.tx((sql) => expireDueJobs(sql, new Date(Date.parse(expiryDate) - 1), 10))
  expect(still).toEqual([])
  const due = await jobs.deps.db.tx((sql) => expireDueJobs(sql, new Date(expiryDate), 10))
  expect(due).toMatchObject([{ id, status: 'Expired' }])
})
