import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import pg from 'pg'
import type { Figure } from './figures.ts'
import { openJobsClient, startBackgroundLoad } from './jobs-client.ts'
import { benchExpiry } from './jobs-expiry.ts'
import { EMPLOYERS, fillJobs, JOBS } from './jobs-fill.ts'
import { measure, SAMPLES, WARM_UP } from './measure.ts'

type Row = { id: number; employerId: number }

/** The jobs service with a million jobs: 50 calls a second of one kind beside a background load, all other services
 * consuming its events; then the expiry of ten thousand jobs in the same second. The stack must be new. */
export async function benchJobsScale(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const { url, plan } = stack.plans.find(({ name }) => name === 'jobs')!
  const client = new pg.Client({ connectionString: plan.env.DATABASE_URL! })
  await client.connect()
  try {
    log(`Filling the jobs database with ${JOBS} jobs of ${EMPLOYERS} employers…`)
    await fillJobs(client, log)
    const send = openJobsClient(url, settings.callerSecret)
    const stopLoad = startBackgroundLoad(send)
    const jobs = await pickJobs(client, 'true', 4_000)
    const drafts = await pickJobs(client, `status = 'Draft'`, 2 * (SAMPLES + WARM_UP))
    const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
    const list = '/api/v1/jobs?status=Active&pageSize=50'
    const pick = (i: number) => jobs[i % jobs.length]!
    const publish = () => {
      const { id, employerId } = drafts.pop()!
      return send(employerId, 'POST', `/api/v1/jobs/${id}/publish`, { expiryDate })
    }
    log('Measuring…')
    const figures = [
      // HTTP alone: the share of the machine and of this client in the other figures.
      ...(await measure('a response without work', '', () => send(1, 'GET', '/healthz/live'))),
      ...(await measure('get', '<= 5 ms', (i) =>
        send(pick(i).employerId, 'GET', `/api/v1/jobs/${pick(i).id}`),
      )),
      ...(await measure('list with filter', '<= 20 ms', (i) => send(pick(i).employerId, 'GET', list))),
      ...(await measure('list with filter, employer of 10 000', '', () => send(1, 'GET', list))),
      ...(await measure('list with filter, its page 100', '', () => send(1, 'GET', `${list}&page=100`))),
      ...(await measure('publish', '<= 15 ms', publish)),
      ...(await measure('publish, without a pause', '', publish, 0)),
      ...(await benchExpiry(client)),
    ]
    await stopLoad()
    return figures
  } finally {
    await client.end()
  }
}

async function pickJobs(client: pg.Client, where: string, count: number): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select id, employer_id as "employerId" from job tablesample bernoulli (5) repeatable (1) where ${where} limit $1`,
    [count],
  )
  return rows
}
