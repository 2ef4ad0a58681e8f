import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { endOf, startVictim } from './support/crashing-process.ts'
import { bootJobs, DAY_MS } from './support/setup.ts'

test('kill -9 in the middle of an expiry: a job and its event expire together, the others at the next start', async () => {
  const observer = await bootJobs({}, { ...service, timers: [] })
  const { sql } = observer.deps.db
  const victims: ReturnType<typeof startVictim>[] = []
  const dieAt = async (failpoint: string) => {
    const victim = startVictim(observer, failpoint)
    victims.push(victim)
    expect(await endOf(victim)).toBe('SIGKILL')
  }
  const expired = async () => {
    const [row] = await sql<{ jobs: number; events: number; told: number }>`
      select (select count(*) from job where status = 'Expired') as jobs, count(*) as events,
        count(distinct aggregate_id) as told
      from outbox where subject = 'evt.jobs.job.expired.v1'`
    return row!
  }
  try {
    await observer.grant(1, 250)
    const body = { expiryDate: observer.inMs(DAY_MS) }
    const ids = await Promise.all(Array.from({ length: 250 }, () => observer.draft(1)))
    await Promise.all(ids.map((id) => observer.of(1).post(`/api/v1/jobs/${id}/publish`, body)))
    await observer.internal.post('/internal/v1/clock', { offsetMs: 2 * DAY_MS })

    await dieAt('expire-before-commit')
    expect(await expired()).toEqual({ jobs: 0, events: 0, told: 0 })
    await dieAt('expire-after-commit')
    expect(await expired()).toEqual({ jobs: 200, events: 200, told: 200 })
    const next = await bootJobs(observer)
    await eventually('all are Expired', async () => (await expired()).jobs === 250)
    expect(await expired()).toEqual({ jobs: 250, events: 250, told: 250 })
    await next.stop()
  } finally {
    for (const victim of victims) victim.kill('SIGKILL')
    await observer.stop()
  }
})
