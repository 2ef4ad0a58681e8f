import { openConnection } from '@jobboard/db/connections'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { expiryTimer } from '../src/jobs/timers.ts'
import {
  copyActiveJob,
  createActiveJobs,
  jobsWithStatus,
  startReplicas,
  startWithoutTimer,
} from './support/expiry-services.ts'
import { DAY_MS, type Jobs } from './support/setup.ts'

const terminalEvents = (jobs: Jobs) => jobs.deps.db.sql<{ aggregateId: string; subject: string }>`
  select aggregate_id, subject from outbox where subject in ('evt.jobs.job.expired.v1', 'evt.jobs.job.closed.v1')`

test('three replicas expire every due job exactly once', async () => {
  const all = await startReplicas(3)
  const jobs = all[0]!
  await copyActiveJob(jobs, await jobs.createActive(1, DAY_MS), 249)
  for (const one of all) one.deps.clock.advanceTo(2 * DAY_MS)
  await Promise.all(all.flatMap((one) => [expiryTimer.run(one.deps), expiryTimer.run(one.deps)]))
  await eventually('all are Expired', async () => (await jobsWithStatus(jobs, 'Expired')).length === 250)
  await Promise.all(all.map((one) => expiryTimer.run(one.deps)))
  const events = await terminalEvents(jobs)
  expect(events).toHaveLength(250)
  expect(new Set(events.map(({ aggregateId }) => aggregateId)).size).toBe(250)
}, 180_000)

test('expiry racing with close: each job ends once, with one event', async () => {
  const all = await startReplicas(2)
  const jobs = all[0]!
  const ids = await createActiveJobs(jobs, 60)
  const closes = ids.map((id) => all[id % 2]!.recruiter(1).delete(`/api/v1/jobs/${id}`))
  for (const one of all) one.deps.clock.advanceTo(2 * DAY_MS)
  expect(new Set((await Promise.all(closes)).map(({ status }) => status))).toEqual(new Set([204]))
  await eventually('none is Active', async () => (await jobsWithStatus(jobs, 'Active')).length === 0)
  const events = await terminalEvents(jobs)
  expect(events).toHaveLength(60)
  expect(new Set(events.map(({ aggregateId }) => aggregateId)).size).toBe(60)
  const closed = events
    .filter(({ subject }) => subject.includes('closed'))
    .map(({ aggregateId }) => Number(aggregateId))
  expect((await jobsWithStatus(jobs, 'Closed')).map(({ id }) => id).sort()).toEqual(closed.sort())
})

test('expiry racing with PUT: a change commits before the expiry or is rejected, and none is lost', async () => {
  const all = await startReplicas(2)
  const jobs = all[0]!
  const ids = await createActiveJobs(jobs, 60)
  const put = (id: number) => all[id % 2]!.recruiter(1).put(`/api/v1/jobs/${id}`, { title: 'New' })
  const early = ids.slice(0, 30).map(put)
  for (const one of all) one.deps.clock.advanceTo(2 * DAY_MS)
  const responses = await Promise.all([...early, ...ids.slice(30).map(put)])
  await eventually('all are Expired', async () => (await jobsWithStatus(jobs, 'Expired')).length === 60)
  for (const [n, { status }] of responses.entries()) {
    const { body: facts } = await jobs.internal.get(`/internal/v1/jobs/${ids[n]}`)
    const changed = status === 200 ? ['job.changed'] : []
    expect([200, 400]).toContain(status)
    expect(await jobs.eventTypes(ids[n]!)).toEqual([
      'job.created',
      'job.published',
      ...changed,
      'job.expired',
    ])
    expect([facts.title === 'New', facts.version]).toEqual([status === 200, 3 + changed.length])
  }
})

test.each([
  ['PUT', ['job.changed', 'job.expired']],
  ['DELETE', ['job.closed']],
] as const)('expiry skips a job while the transaction of a %s holds its lock', async (method, ends) => {
  const jobs = await startWithoutTimer()
  const id = await jobs.createActive(1, DAY_MS)
  const blocker = await openConnection(jobs.databaseUrl)
  const { rows } = await blocker.query('select pg_backend_pid() as pid')
  const waiters = async () => {
    const found = await jobs.deps.db.sql`
        select from pg_stat_activity
        where ${rows[0].pid}::int = any(pg_blocking_pids(pid)) and query like '%insert into outbox%'`
    return found.length
  }
  // With the outbox locked, the request holds the job's row lock and cannot commit.
  await blocker.query('begin; lock table outbox in share mode')
  const request = jobs.recruiter(1).send(method, `/api/v1/jobs/${id}`, { body: { title: 'New' } })
  await eventually('the request waits for the outbox', async () => (await waiters()) === 1)
  jobs.deps.clock.advanceTo(2 * DAY_MS)
  let hasRun = false
  const run = expiryTimer.run(jobs.deps).then(() => {
    hasRun = true
  })
  await eventually(
    'the expiry has skipped the job or waits for the outbox too',
    async () => hasRun || (await waiters()) === 2,
  )
  await blocker.query('rollback')
  await blocker.end()
  await Promise.all([request, run])
  await expiryTimer.run(jobs.deps)
  expect(await jobs.eventTypes(id)).toEqual(['job.created', 'job.published', ...ends])
  const { body: facts } = await jobs.internal.get(`/internal/v1/jobs/${id}`)
  expect(facts.version).toBe(2 + ends.length)
})
