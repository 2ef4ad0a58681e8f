import { setTimeout as sleep } from 'node:timers/promises'
import { stateStreamName } from '@jobboard/events/nats/topology'
import { getJson } from '@jobboard/jobboard/demo/post-json'
import { type Bench, type Benchmark, scaled } from './benchmark.ts'
import { fillJobs } from './jobs.ts'

const JOBS = scaled(100_000, 5_000)
const LIMIT_MS = 600_000

export const resync: Benchmark = {
  name: 'resync',
  help: 'states per second of a resync of 100 000 jobs with three consumers, without copies and with (about three minutes)',
  fill: async (bench) => fillJobs(await bench.connect('jobs'), bench, JOBS),
  async measure(bench) {
    const rate = { unit: 'states/s', goal: '>= 1000' }
    const inserting = await resyncJobs(bench)
    const candidate = await bench.connect('candidate')
    const { rows } = await candidate.query('select count(*)::int as copies from job_copy')
    const comparing = await resyncJobs(bench)
    return {
      figures: [
        { what: `resync of ${JOBS} jobs, per consumer, no copies`, value: JOBS / inserting, ...rate },
        { what: 'resync: copies missing afterwards', value: JOBS - rows[0].copies, unit: '', goal: '0' },
        { what: `resync of ${JOBS} jobs, per consumer, copies current`, value: JOBS / comparing, ...rate },
      ],
    }
  },
}

/** Seconds from the start of a resync until every consumer has acknowledged its last state: those of the slowest. */
async function resyncJobs({ admin, stack, settings, openBus, log }: Bench): Promise<number> {
  const bus = await openBus()
  const started = performance.now()
  const { resyncId } = await admin<{ resyncId: string }>('/admin/v1/resync', { service: 'jobs' })
  log(`Resync ${resyncId}…`)
  const path = `/admin/v1/resync/${resyncId}`
  while (performance.now() - started < LIMIT_MS) {
    await sleep(100)
    const state = await getJson<{ finishedAt: string | null }>(stack.adminUrl, settings.adminToken, path)
    if (state.finishedAt === null) continue
    const stream = await bus.jsm.streams.info(stateStreamName('jobs'))
    if (stream.state.messages === 0) return (performance.now() - started) / 1_000
  }
  throw new Error(`the resync had not ended after ${LIMIT_MS / 1_000} s`)
}
