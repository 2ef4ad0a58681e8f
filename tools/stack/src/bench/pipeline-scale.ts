import pg from 'pg'
import type { Log } from '../infra/log.ts'
import type { Settings } from '../settings.ts'
import type { Stack } from '../stack.ts'
import type { Figure } from './figures.ts'
import { openJobsClient } from './jobs-client.ts'
import { measure } from './measure.ts'
import { APPLICATIONS, EMPLOYERS, fillPipeline, JOBS } from './pipeline-fill.ts'

// Job 1, and its employer.
const LARGEST = { jobId: 1, employerId: 2 }

/** The pipeline service with a million applications, or BENCH_APPLICATIONS: 50 calls a second of one kind. The stack
 * must be new. */
export async function benchPipelineScale(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const { url, plan } = stack.plans.find(({ name }) => name === 'pipeline')!
  const client = new pg.Client({ connectionString: plan.env.DATABASE_URL! })
  await client.connect()
  try {
    log(`Filling the pipeline database with ${APPLICATIONS} applications and ${APPLICATIONS / 10} tags…`)
    await fillPipeline(client, log)
    const send = openJobsClient(url, settings.callerSecret)
    const get = (employerId: number, path: string) => send(employerId, 'GET', path)
    const job = (i: number) => 2 + ((i * 7_919) % (JOBS - 1))
    const employerOf = (jobId: number) => 1 + (jobId % EMPLOYERS)
    const ofJob = (i: number, query: string) =>
      get(employerOf(job(i)), `/api/v1/jobs/${job(i)}/applications?${query}`)
    const ofLargest = (query: string) =>
      get(LARGEST.employerId, `/api/v1/jobs/${LARGEST.jobId}/applications?${query}`)
    const { rows } = await client.query<{ id: number; employer_id: number }>(
      'select id, employer_id from application tablesample bernoulli (5) repeatable (1) limit 4000',
    )
    const pick = (i: number) => rows[i % rows.length]!
    const at = (i: number) => `/api/v1/applications/${pick(i).id}`
    const statuses = ['Offered', 'Withdrawn', 'Interviewed']
    log('Measuring…')
    return [
      // HTTP alone: the share of the machine and of this client in the other figures.
      ...(await measure('a response without work', '', () => send(1, 'GET', '/healthz/live'))),
      ...(await measure('list with status filter', '<= 20 ms', (i) => ofJob(i, 'status=New'))),
      ...(await measure('list, updated since', '<= 20 ms', (i) =>
        ofJob(i, 'updatedSince=2001-01-01T00:00:00Z'),
      )),
      ...(await measure('largest job, status filter', '', () => ofLargest('status=Screened'))),
      ...(await measure('largest job, page 100', '', () => ofLargest('pageSize=50&page=100'))),
      ...(await measure('changes', '', (i) => get(employerOf(i), '/api/v1/applications/changes'))),
      ...(await measure('detail', '', (i) => get(pick(i).employer_id, at(i)))),
      ...(await measure('tags with counts', '<= 30 ms', (i) => get(1 + (i % EMPLOYERS), '/api/v1/tags'))),
      ...(await measure('assign a tag', '', (i) =>
        send(pick(i).employer_id, 'POST', `${at(i)}/tags`, { label: `Tag ${i % 40}` }),
      )),
      ...(await measure('change of status', '', (i) =>
        send(pick(i).employer_id, 'POST', `${at(i)}/status`, { status: statuses[i % 3] }),
      )),
    ]
  } finally {
    await client.end()
  }
}
