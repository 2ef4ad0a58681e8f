import { openConnection } from '@jobboard/db/db'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { expireJobs } from '../src/timers/expire-jobs.ts'
import { activeJobs, replicas, stored, withoutTimer } from './support/expiring.ts'
import { DAY_MS, type Jobs } from './support/setup.ts'

const terminal = (jobs: Jobs) => jobs.deps.db.sql<{ aggregateId: string; subject: string }>`
  select aggregate_id, subject from outbox where subject in ('evt.jobs.job.expired.v1', 'evt.jobs.job.closed.v1')`

test('once, whatever the number of replicas, and none is left out', async () => {
  const all = await replicas(3)
  const jobs = all[0]!
  await activeJobs(jobs, 250)
  for (const one of all) one.deps.clock.advanceTo(2 * DAY_MS)
  await Promise.all(all.flatMap((one) => [expireJobs.run(one.deps), expireJobs.run(one.deps)]))
  await eventually('all are Expired', async () => (await stored(jobs, 'Expired')).length === 250)
  await Promise.all(all.map((one) => expireJobs.run(one.deps)))
  const events = await terminal(jobs)
  expect(events).toHaveLength(250)
  expect(new Set(events.map(({ aggregateId }) => aggregateId)).size).toBe(250)
})

test('racing with close: one end and one event per job', async () => {
  const all = await replicas(2)
  const jobs = all[0]!
  const ids = await activeJobs(jobs, 60)
  const closes = ids.map((id) => all[id % 2]!.of(1).delete(`/api/v1/jobs/${id}`))
  for (const one of all) one.deps.clock.advanceTo(2 * DAY_MS)
  expect(new Set((await Promise.all(closes)).map(({ status }) => status))).toEqual(new Set([204]))
  await eventually('none is Active', async () => (await stored(jobs, 'Active')).length === 0)
  const events = await terminal(jobs)
  expect(events).toHaveLength(60)
  expect(new Set(events.map(({ aggregateId }) => aggregateId)).size).toBe(60)
  const closed = events
    .filter(({ subject }) => subject.includes('closed'))
    .map(({ aggregateId }) => Number(aggregateId))
  expect((await stored(jobs, 'Closed')).map(({ id }) => id).sort()).toEqual(closed.sort())
})

test('racing with PUT: a change comes before the end or is refused, and none is lost', async () => {
  const all = await replicas(2)
  const jobs = all[0]!
  const ids = await activeJobs(jobs, 60)
  const put = (id: number) => all[id % 2]!.of(1).put(`/api/v1/jobs/${id}`, { title: 'New' })
  const early = ids.slice(0, 30).map(put)
  for (const one of all) one.deps.clock.advanceTo(2 * DAY_MS)
  const answers = await Promise.all([...early, ...ids.slice(30).map(put)])
  await eventually('all are Expired', async () => (await stored(jobs, 'Expired')).length === 60)
  for (const [n, { status }] of answers.entries()) {
    const { body: facts } = await jobs.internal.get(`/internal/v1/jobs/${ids[n]}`)
    const changed = status === 200 ? ['job.changed'] : []
    expect([200, 400]).toContain(status)
    expect(await jobs.events(ids[n]!)).toEqual(['job.created', 'job.published', ...changed, 'job.expired'])
    expect([facts.title === 'New', facts.version]).toEqual([status === 200, 3 + changed.length])
  }
})

test.each([
  ['PUT', ['job.changed', 'job.expired']],
  ['DELETE', ['job.closed']],
] as const)(
  'racing with %s in the middle of its change: the expiry leaves the job alone until it is done',
  async (method, ends) => {
    const jobs = await withoutTimer()
    const id = await jobs.active(1, DAY_MS)
    const blocker = await openConnection(jobs.databaseUrl)
    const { rows } = await blocker.query('select pg_backend_pid() as pid')
    const waiters = async () => {
      const found = await jobs.deps.db.sql`
        select from pg_stat_activity
        where ${rows[0].pid}::int = any(pg_blocking_pids(pid)) and query like '%insert into outbox%'`
      return found.length
    }
    // Nothing can be told for a while: who has read the job cannot finish its change.
    await blocker.query('begin; lock table outbox in share mode')
    const request = jobs.of(1).send(method, `/api/v1/jobs/${id}`, { body: { title: 'New' } })
    await eventually('the request is in its change', async () => (await waiters()) === 1)
    jobs.deps.clock.advanceTo(2 * DAY_MS)
    let hasRun = false
    const run = expireJobs.run(jobs.deps).then(() => {
      hasRun = true
    })
    await eventually('the expiry has passed it, or waits too', async () => hasRun || (await waiters()) === 2)
    await blocker.query('rollback')
    await blocker.end()
    await Promise.all([request, run])
    await expireJobs.run(jobs.deps)
    expect(await jobs.events(id)).toEqual(['job.created', 'job.published', ...ends])
    const { body: facts } = await jobs.internal.get(`/internal/v1/jobs/${id}`)
    expect(facts.version).toBe(2 + ends.length)
  },
)
