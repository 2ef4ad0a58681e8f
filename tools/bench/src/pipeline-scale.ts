import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import pg from 'pg'
import type { Figure } from './figures.ts'
import { measure } from './measure.ts'
import { APPLICATIONS, EMPLOYERS, fillPipeline, JOBS } from './pipeline-fill.ts'
import { createRecruiterKeys } from './recruiter-keys.ts'

// Employers whose applications are read. With one key each, none reaches its limit of 100 requests a minute.
const CALLERS = 500
// Job 1, and its employer: 50 requests a second need 30 keys.
const LARGEST = { jobId: 1, employerId: 2, keys: 60 }

/** The pipeline service with a million applications, or BENCH_APPLICATIONS: 50 calls a second of one kind through the
 * gateway. The stack must be new. */
export async function benchPipelineScale(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const { plan } = stack.plans.find(({ name }) => name === 'pipeline')!
  const client = new pg.Client({ connectionString: plan.env.DATABASE_URL! })
  await client.connect()
  try {
    log(`Creating ${CALLERS} employers…`)
    const keysOf = (employerId: number) => (employerId === LARGEST.employerId ? LARGEST.keys : 1)
    const keys = await createRecruiterKeys(stack, settings, CALLERS, keysOf)
    log(`Filling the pipeline database with ${APPLICATIONS} applications and ${APPLICATIONS / 10} tags…`)
    await fillPipeline(client, plan.env.DATABASE_URL!, log)
    log('Measuring…')
    return await measureCalls(stack.baseUrl, client, keys)
  } finally {
    await client.end()
  }
}

/** Each kind of call in turn. */
async function measureCalls(baseUrl: string, client: pg.Client, keys: Map<number, string[]>) {
  const send = async (employerId: number, i: number, method: string, path: string, body?: unknown) => {
    const own = keys.get(employerId)!
    const headers = { authorization: `Bearer ${own[i % own.length]}`, 'content-type': 'application/json' }
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  }
  // Every job of an employer with a key in turn, its employers one after the other.
  const employerOf = (i: number) => 1 + (i % CALLERS)
  const jobOf = (i: number) => {
    const jobId = employerOf(i) - 1 + EMPLOYERS * (Math.floor(i / CALLERS) % (JOBS / EMPLOYERS))
    return jobId > LARGEST.jobId ? jobId : jobId + EMPLOYERS
  }
  const ofJob = (i: number, query: string) =>
    send(employerOf(i), i, 'GET', `/api/v1/jobs/${jobOf(i)}/applications?${query}`)
  const ofLargest = (i: number, query: string) =>
    send(LARGEST.employerId, i, 'GET', `/api/v1/jobs/${LARGEST.jobId}/applications?${query}`)
  const include = 'include=tags,scorecards,assessment'
  const ofAll = (i: number, query: string) => send(employerOf(i), i, 'GET', `/api/v1/applications?${query}`)
  const ofAllLargest = (i: number, query: string) =>
    send(LARGEST.employerId, i, 'GET', `/api/v1/applications?${query}`)
  const deep = await cursorAfterPages(baseUrl, keys.get(LARGEST.employerId)!, 90)
  const { rows } = await client.query<{ id: number; employer_id: number }>(
    `select id, employer_id from application tablesample bernoulli (5) repeatable (1)
    where employer_id <= $1 and job_id <> $2 limit 4000`,
    [CALLERS, LARGEST.jobId],
  )
  const pick = (i: number) => rows[(i * 37) % rows.length]!
  const at = (i: number) => `/api/v1/applications/${pick(i).id}`
  const statuses = ['Offered', 'Withdrawn', 'Interviewed']
  return [
    // The gateway alone: the share of the machine and of this client in the other figures.
    ...(await measure('a response of the gateway itself', '', () => fetchReady(baseUrl))),
    // The first calls after the filling: most of what they read is on the disk alone.
    ...(await measure('list with status filter, read from the disk', '', (i) => ofJob(i, 'status=New'))),
    ...(await measure('list with status filter', '<= 20 ms', (i) => ofJob(i, 'status=New'))),
    ...(await measure('list, updated since', '<= 20 ms', (i) =>
      ofJob(i, 'updatedSince=2001-01-01T00:00:00Z'),
    )),
    ...(await measure('largest job, status filter', '<= 20 ms', (i) => ofLargest(i, 'status=Screened'))),
    ...(await measure('largest job, page 100', '', (i) => ofLargest(i, 'pageSize=50&page=100'))),
    ...(await measure('all jobs', '<= 20 ms', (i) => ofAll(i, ''))),
    ...(await measure('all jobs, include', '<= 40 ms', (i) => ofAll(i, include))),
    ...(await measure('all jobs, updated since', '<= 20 ms', (i) =>
      ofAll(i, 'updatedSince=2001-01-01T00:00:00Z&sort=updatedAt'),
    )),
    ...(await measure('all jobs of the largest employer', '<= 20 ms', (i) => ofAllLargest(i, ''))),
    ...(await measure('all jobs of the largest employer, cursor after 9 000', '<= 20 ms', (i) =>
      ofAllLargest(i, `cursor=${deep}`),
    )),
    ...(await measure('all jobs of the largest employer, cursor after 9 000, include', '<= 40 ms', (i) =>
      ofAllLargest(i, `cursor=${deep}&${include}`),
    )),
    ...(await measure('changes', '', (i) => send(employerOf(i), i, 'GET', '/api/v1/applications/changes'))),
    ...(await measure('detail', '', (i) => send(pick(i).employer_id, i, 'GET', at(i)))),
    ...(await measure('tags with counts', '<= 30 ms', (i) => send(employerOf(i), i, 'GET', '/api/v1/tags'))),
    ...(await measure('assign a tag', '', (i) =>
      send(pick(i).employer_id, i, 'POST', `${at(i)}/tags`, { label: `Tag ${i % 40}` }),
    )),
    ...(await measure('change of status', '', (i) =>
      send(pick(i).employer_id, i, 'POST', `${at(i)}/status`, { status: statuses[i % 3] }),
    )),
  ]
}

/** The cursor after some pages of 100 of an employer's applications. */
async function cursorAfterPages(baseUrl: string, keys: string[], pages: number): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const response = await fetch(
      `${baseUrl}/api/v1/applications?pageSize=100${cursor && `&cursor=${cursor}`}`,
      {
        headers: { authorization: `Bearer ${keys[page % keys.length]}` },
      },
    )
    cursor = ((await response.json()) as { nextCursor: string }).nextCursor
  }
  return cursor
}

async function fetchReady(baseUrl: string): Promise<void> {
  await (await fetch(`${baseUrl}/healthz/live`)).text()
}
