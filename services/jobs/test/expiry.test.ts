import { randomBytes } from 'node:crypto'
import { eventually } from '@jobboard/testkit/eventually'
import { beforeEach, expect, test } from 'vitest'
import { expireDueJobs } from '../src/jobs/store.ts'
import { expiryTimer } from '../src/jobs/timers.ts'
import { service } from '../src/service.ts'
import { copyActiveJob, jobsWithStatus, startJobsOfTest, startReplicas } from './support/expiry-services.ts'
import { DAY_MS, startJobs } from './support/setup.ts'

/** Without the timer. */
const jobs = await startJobs({}, { ...service, timers: [] })
beforeEach(() => jobs.deps.db.sql`delete from job`)

test('an Active job expires at its expiryDate and publishes one event with its full state (D-25)', async () => {
  const [jobs] = await startReplicas(1)
  const id = await jobs!.createActive(1, DAY_MS)
  const later = await jobs!.createActive(1, 2 * DAY_MS)
  jobs!.deps.clock.advanceTo(DAY_MS + 1_000)
  await eventually('the job is Expired', async () => (await jobsWithStatus(jobs!, 'Expired')).length === 1)
  const { body } = await jobs!.recruiter(1).get(`/api/v1/jobs/${id}`)
  expect(body).toMatchObject({ status: 'Expired', updatedAt: body.expiryDate })
  expect((await jobs!.recruiter(1).get(`/api/v1/jobs/${later}`)).body.status).toBe('Active')
  const [event] = await jobs!.deps.db.sql<{ payload: unknown; occurredAt: Date }>`
    select payload, occurred_at from outbox where subject = 'evt.jobs.job.expired.v1'`
  const { employerName: _, ...facts } = (await jobs!.internal.get(`/internal/v1/jobs/${id}`)).body
  expect(event!.payload).toEqual(facts)
  expect(event!.occurredAt.toISOString()).toBe(body.expiryDate)
})

test('the timer runs more than once a second and expires a job when real time reaches its expiryDate (D-25)', async () => {
  expect(expiryTimer.everyMs).toBeLessThanOrEqual(700)
  const [jobs] = await startReplicas(1)
  const id = await jobs!.createActive(1, DAY_MS)
  await jobs!.deps.db.sql`
    update job set expiry_date = clock_timestamp() + interval '1 second' where id = ${id}`
  await eventually('the job is Expired', async () => (await jobsWithStatus(jobs!, 'Expired')).length === 1)
  expect(await jobs!.eventTypes(id)).toEqual(['job.created', 'job.published', 'job.expired'])
})

test('while nothing is due, a run of the timer is one statement without a transaction', async () => {
  await jobs.createActive(1, DAY_MS)
  let statements = 0
  const { sql } = jobs.deps.db
  const counted = ((...given: Parameters<typeof sql>) => {
    statements++
    return sql(...given)
  }) as typeof sql
  const db = { ...jobs.deps.db, sql: counted, tx: () => expect.unreachable() }
  await expiryTimer.run({ ...jobs.deps, db })
  expect(statements).toBe(1)
})

test('without the timer, a job past its expiryDate is Expired in get, list, PUT, DELETE, publish and facts', async () => {
  const id = await jobs.createActive(1, DAY_MS)
  await jobs.grant(1, 1)
  const path = `/api/v1/jobs/${id}`
  jobs.deps.clock.advanceTo(jobs.deps.clock.offsetMs + DAY_MS + 1)
  expect((await jobsWithStatus(jobs, 'Active')).length).toBe(1)
  expect((await jobs.recruiter(1).get(path)).body.status).toBe('Expired')
  expect((await jobs.recruiter(1).get('/api/v1/jobs?status=Active')).body.total).toBe(0)
  expect((await jobs.recruiter(1).get('/api/v1/jobs?status=Expired')).body).toMatchObject({
    total: 1,
    items: [{ id, status: 'Expired' }],
  })
  expect((await jobs.recruiter(1).get('/api/v1/jobs')).body.items).toMatchObject([{ id, status: 'Expired' }])
  expect((await jobs.recruiter(1).put(path, { title: 'Late' })).body.message).toContain('Expired')
  expect(
    (await jobs.recruiter(1).post(`${path}/publish`, { expiryDate: jobs.inMs(DAY_MS) })).body.message,
  ).toContain('Expired')
  expect((await jobs.recruiter(1).delete(path)).status).toBe(204)
  expect((await jobs.admin.put(`/admin/v1/jobs/${id}/screening-questions`, [])).status).toBe(400)
  const facts = (await jobs.internal.get(`/internal/v1/jobs/${id}`)).body
  expect(facts).toMatchObject({ status: 'Expired', version: 3 })
  const detail = await jobs.recruiter(1).get(path)
  expect(await jobs.eventTypes(id)).toEqual(['job.created', 'job.published'])

  // The timer stores exactly the state that was read before.
  await expiryTimer.run(jobs.deps)
  expect((await jobs.internal.get(`/internal/v1/jobs/${id}`)).body).toEqual(facts)
  expect((await jobs.recruiter(1).get(path)).text).toBe(detail.text)
  expect(await jobs.eventTypes(id)).toEqual(['job.created', 'job.published', 'job.expired'])
})

test('a job that became due while the service was down expires once at the next start', async () => {
  const id = await jobs.createActive(1, DAY_MS)
  await jobs.deps.db.sql`update job set expiry_date = '2026-01-01' where id = ${id}`
  const next = await startJobsOfTest(jobs)
  await eventually('the job is Expired', async () => (await jobsWithStatus(next, 'Expired')).length === 1)
  expect(await next.eventTypes(id)).toEqual(['job.created', 'job.published', 'job.expired'])
})

test('a job is Active one millisecond before its expiryDate and Expired at it', async () => {
  const id = await jobs.createActive(1, DAY_MS)
  const { expiryDate } = (await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body
  const early = await jobs.deps.db.tx((sql) => expireDueJobs(sql, new Date(Date.parse(expiryDate) - 1), 10))
  expect(early).toEqual([])
  const due = await jobs.deps.db.tx((sql) => expireDueJobs(sql, new Date(expiryDate), 10))
  expect(due).toMatchObject([{ id, status: 'Expired' }])
})

test('a job whose event cannot be stored stops the expiry of no other, and is tried again', async () => {
  const [jobs] = await startReplicas(1)
  const [refused, other] = [await jobs!.createActive(1, DAY_MS), await jobs!.createActive(1, DAY_MS + 1)]
  const { sql } = jobs!.deps.db
  const description = randomBytes(1_200_000).toString('base64')
  await sql`update job set description = ${description} where id = ${refused}`
  jobs!.deps.clock.advanceTo(DAY_MS + 1_000)
  await eventually(
    'the other job is Expired',
    async () => (await jobsWithStatus(jobs!, 'Expired')).length > 0,
  )
  expect(await jobsWithStatus(jobs!, 'Expired')).toEqual([{ id: other }])
  expect(await jobs!.eventTypes(other)).toContain('job.expired')
  await sql`update job set description = 'short' where id = ${refused}`
  await eventually('it is Expired', async () => (await jobsWithStatus(jobs!, 'Expired')).length === 2)
})

test('a batch of long jobs is smaller', async () => {
  const id = await jobs.createActive(1, DAY_MS)
  await copyActiveJob(jobs, id, 30)
  await jobs.deps.db.sql`update job set description = repeat('x', 1000000)`
  const batch = () =>
    jobs.deps.db.tx(async (sql) => (await expireDueJobs(sql, new Date(Date.now() + 3 * DAY_MS), 200)).length)
  expect([await batch(), await batch(), await batch()]).toEqual([17, 14, 0])
})
