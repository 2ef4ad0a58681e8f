import { setTimeout as sleep } from 'node:timers/promises'
import { openBus } from '@jobboard/events/nats/bus'
import { stateStreamName } from '@jobboard/events/nats/topology'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import pg from 'pg'
import type { Figure } from './figures.ts'
import { fillJobs } from './jobs-fill.ts'

const JOBS = 100_000
const LIMIT_MS = 600_000
const POLL_MS = 100

/** A resync of jobs, whose states accounts, candidate and pipeline consume: first without any copy, then with copies
 * that are current. Every consumer handles every state, so the rate is that of the slowest. */
export async function benchResync(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const jobs = Number(process.env.BENCH_JOBS ?? JOBS)
  const jobsClient = await connect(stack, 'jobs')
  const candidateClient = await connect(stack, 'candidate')
  try {
    log(`Filling the jobs database with ${jobs} jobs…`)
    await fillJobs(jobsClient, log, jobs)
    const goal = '>= 1000'
    const unit = 'states/s'
    const inserting = await resync(stack, settings, log)
    const { rows } = await candidateClient.query('select count(*)::int as copies from job_copy')
    const comparing = await resync(stack, settings, log)
    return [
      { what: `resync of ${jobs} jobs, per consumer, no copies`, value: jobs / inserting, unit, goal },
      { what: 'resync: copies missing afterwards', value: jobs - rows[0].copies, unit: '', goal: '0' },
      { what: `resync of ${jobs} jobs, per consumer, copies current`, value: jobs / comparing, unit, goal },
    ]
  } finally {
    await jobsClient.end()
    await candidateClient.end()
  }
}

async function connect(stack: Stack, service: string): Promise<pg.Client> {
  const { plan } = stack.plans.find(({ name }) => name === service)!
  const client = new pg.Client({ connectionString: plan.env.DATABASE_URL! })
  await client.connect()
  return client
}

/** Seconds from the start of a resync until every consumer has acknowledged its last state. */
async function resync({ adminUrl, plans }: Stack, settings: Settings, log: Log): Promise<number> {
  const headers = { authorization: `Bearer ${settings.adminToken}`, 'content-type': 'application/json' }
  const silent = { info() {}, warn() {}, error() {} }
  const bus = openBus({ url: plans[0]!.plan.env.NATS_URL!, name: 'bench', log: silent })
  await bus.ready()
  try {
    const started = performance.now()
    const body = JSON.stringify({ service: 'jobs' })
    const response = await fetch(`${adminUrl}/admin/v1/resync`, { method: 'POST', headers, body })
    if (response.status !== 202) throw new Error(`the resync was not started: ${await response.text()}`)
    const { resyncId } = (await response.json()) as { resyncId: string }
    log(`Resync ${resyncId}…`)
    while (performance.now() - started < LIMIT_MS) {
      await sleep(POLL_MS)
      const read = await fetch(`${adminUrl}/admin/v1/resync/${resyncId}`, { headers })
      const { finishedAt } = (await read.json()) as { finishedAt: string | null }
      if (finishedAt === null) continue
      const { state } = await bus.jsm.streams.info(stateStreamName('jobs'))
      if (state.messages === 0) return (performance.now() - started) / 1_000
    }
    throw new Error(`the resync had not ended after ${LIMIT_MS / 1_000} s`)
  } finally {
    await bus.close()
  }
}
