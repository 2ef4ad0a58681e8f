import { eventually } from '@jobboard/testkit/eventually'
import { endOf, startServiceProcess } from '@jobboard/testkit/service-process'
import { expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { copyActiveJob } from './support/expiry-services.ts'
import { bootJobs, DAY_MS } from './support/setup.ts'

test('SIGKILL during expiry: jobs and their events commit together, the others expire at the next start', async () => {
  const observer = await bootJobs({}, { ...service, timers: [] })
  const { sql } = observer.deps.db
  const children: ReturnType<typeof startServiceProcess>[] = []
  const crashAt = async (failpoint: string) => {
    const child = startServiceProcess('jobs', observer, { FAILPOINTS: failpoint })
    children.push(child)
    expect(await endOf(child)).toBe('SIGKILL')
  }
  const expired = async () => {
    const [row] = await sql<{ jobs: number; events: number; aggregates: number }>`
      select (select count(*) from job where status = 'Expired') as jobs, count(*) as events,
        count(distinct aggregate_id) as aggregates
      from outbox where subject = 'evt.jobs.job.expired.v1'`
    return row!
  }
  try {
    await copyActiveJob(observer, await observer.createActive(1, DAY_MS), 249)
    await observer.internal.post('/internal/v1/clock', { offsetMs: 2 * DAY_MS })

    await crashAt('expire-before-commit')
    expect(await expired()).toEqual({ jobs: 0, events: 0, aggregates: 0 })
    await crashAt('expire-after-commit')
    expect(await expired()).toEqual({ jobs: 200, events: 200, aggregates: 200 })
    const next = await bootJobs(observer)
    await eventually('all are Expired', async () => (await expired()).jobs === 250)
    expect(await expired()).toEqual({ jobs: 250, events: 250, aggregates: 250 })
    await next.stop()
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await observer.stop()
  }
}, 180_000)
