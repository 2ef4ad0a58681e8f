import { fromMessage } from '@jobboard/events/nats/message'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { endOf, startCrashingProcess } from './support/crashing-process.ts'
import { bootJobs } from './support/setup.ts'

const JOBS = 1_200

test('SIGKILL before and after a commit: the resync continues after its last batch, each job is appended once', async () => {
  const observer = await bootJobs({}, { ...service, states: [] })
  const { db, bus } = observer.deps
  const children: ReturnType<typeof startCrashingProcess>[] = []
  const eventIds = new Map<string, Set<string>>()
  const done = async () => {
    const [resync] = await db.sql<{
      done: number
      finishedAt: Date | null
    }>`select done, finished_at from resync`
    return resync!
  }
  const crashAt = async (failpoint: string) => {
    const child = startCrashingProcess(observer, failpoint)
    children.push(child)
    expect(await endOf(child)).toBe('SIGKILL')
    return (await done()).done
  }
  try {
    await bus.ready()
    bus.nc.subscribe('state.jobs.>', {
      callback(_error, { subject, headers, data }) {
        const { event } = fromMessage({ subject, headers: headers!, data, seq: 0 })
        eventIds.set(event.aggregateId, (eventIds.get(event.aggregateId) ?? new Set()).add(event.id))
      },
    })
    await db.sql`
      insert into job (employer_id, status, title, created_at, updated_at, version)
      select 2, 'Draft', 'Job ' || n, now(), now(), 1 from generate_series(1, ${JOBS}::int) n`
    await db.sql`insert into resync (started_at, total) values (now(), ${JOBS})`

    expect(await crashAt('resync-before-commit')).toBe(0)
    const first = await crashAt('resync-before-commit:2')
    expect(first).toBeGreaterThan(0)
    const second = await crashAt('resync-after-commit:4')
    expect(second).toBeGreaterThanOrEqual(first)
    expect(second).toBeLessThan(JOBS)
    const next = await bootJobs(observer)
    await eventually('the resync finished', async () => (await done()).finishedAt !== null)
    expect((await done()).done).toBe(JOBS)
    await eventually('every state is published', async () => eventIds.size === JOBS)
    // A state may be published twice, under one event id.
    expect([...eventIds.values()].every(({ size }) => size === 1)).toBe(true)
    await next.stop()
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await observer.stop()
  }
}, 120_000)
