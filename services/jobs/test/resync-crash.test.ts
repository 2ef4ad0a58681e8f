import { fromMessage } from '@jobboard/events/nats/message'
import { eventually } from '@jobboard/testkit/eventually'
import { endOf, startServiceProcess } from '@jobboard/testkit/service-process'
import { expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { bootJobs } from './support/setup.ts'

const JOBS = 1_200
// No consumer needs time for its durable.
const env = { RESYNC_SETTLE_MS: '0' }

test('SIGKILL before and after a page is stored: the resync continues after its last page, and skips no job', async () => {
  const observer = await bootJobs({}, { ...service, states: [] })
  const { db, bus } = observer.deps
  const children: ReturnType<typeof startServiceProcess>[] = []
  const published: string[] = []
  const done = async () => {
    const [resync] = await db.sql<{
      done: number
      finishedAt: Date | null
    }>`select done, finished_at from resync`
    return resync!
  }
  const crashAt = async (failpoint: string) => {
    const child = startServiceProcess('jobs', observer, { ...env, FAILPOINTS: failpoint })
    children.push(child)
    expect(await endOf(child)).toBe('SIGKILL')
    return (await done()).done
  }
  try {
    await bus.ready()
    bus.nc.subscribe('state.jobs.>', {
      callback(_error, { subject, headers, data }) {
        const { event } = fromMessage({ subject, headers: headers!, data, seq: 0 })
        published.push(event.aggregateId)
      },
    })
    await db.sql`
      insert into job (employer_id, status, title, created_at, updated_at, version)
      select 2, 'Draft', 'Job ' || n, now(), now(), 1 from generate_series(1, ${JOBS}::int) n`
    await db.sql`insert into resync (started_at, total) values (now(), ${JOBS})`

    const first = await crashAt('resync-before-commit:2')
    expect(first).toBeGreaterThan(0)
    const second = await crashAt('resync-after-commit:3')
    expect(second).toBeGreaterThanOrEqual(first)
    expect(second).toBeLessThan(JOBS)
    const next = await bootJobs({ ...observer, env })
    await eventually('the resync finished', async () => (await done()).finishedAt !== null, 60_000)
    expect((await done()).done).toBe(JOBS)
    await eventually('every state is published', async () => new Set(published).size === JOBS)
    // Two pages were published and not stored: those are published a second time, no others.
    expect(published.length).toBeLessThanOrEqual(JOBS + 2 * 250)
    await next.stop()
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await observer.stop()
  }
})
