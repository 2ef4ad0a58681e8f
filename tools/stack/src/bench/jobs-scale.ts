import { setTimeout as sleep } from 'node:timers/promises'
import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import pg from 'pg'
import type { Settings } from '../settings.ts'
import type { Stack } from '../stack.ts'
import { type Figure, quantile } from './figures.ts'
import { EMPLOYERS, fillJobs, JOBS } from './jobs-fill.ts'

const SAMPLES = 1_000
const WARM_UP = 200
// A call each: without the pause a publisher would measure the queue of events that it makes for all other services.
const EVERY_MS = 20
const LOAD_PER_SECOND = 50
const EXPIRING = 10_000

type Row = { id: number; employerId: number }
type Send = (employerId: number, method: string, path: string, body?: unknown) => Promise<void>

/** The jobs service with a million jobs, asked by signed callers 50 times a second beside as many reads and creates, all
 * other services hearing its events; then the expiry of ten thousand jobs in the same second. The stack must be fresh. */
export async function benchJobsScale(
  stack: Stack,
  settings: Settings,
  say: (line: string) => void,
): Promise<Figure[]> {
  const { url, plan } = stack.plans.find(({ name }) => name === 'jobs')!
  const client = new pg.Client({ connectionString: plan.env.DATABASE_URL! })
  await client.connect()
  try {
    say(`Filling the jobs database with ${JOBS} jobs of ${EMPLOYERS} employers…`)
    await fillJobs(client, say)
    const send = sender(url, settings.callerSecret)
    const stopLoad = startLoad(send)
    const any = await pickJobs(client, 'true', 4_000)
    const drafts = await pickJobs(client, `status = 'Draft'`, 2 * (SAMPLES + WARM_UP))
    const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
    const list = '/api/v1/jobs?status=Active&pageSize=50'
    const of = (rows: Row[], i: number) => rows[i % rows.length]!
    const publish = () => {
      const { id, employerId } = drafts.pop()!
      return send(employerId, 'POST', `/api/v1/jobs/${id}/publish`, { expiryDate })
    }
    say('Measuring…')
    const figures = [
      // Nothing but HTTP: what the other figures hold of the machine and of this client.
      ...(await measure('an answer without work', '', () => send(1, 'GET', '/healthz/live'))),
      ...(await measure('get', '<= 5 ms', (i) =>
        send(of(any, i).employerId, 'GET', `/api/v1/jobs/${of(any, i).id}`),
      )),
      ...(await measure('list with filter', '<= 20 ms', (i) => send(of(any, i).employerId, 'GET', list))),
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

function sender(url: string, secret: string): Send {
  return async (employerId, method, path, body) => {
    const caller: Caller = { kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: ['JobPosting'] }
    const answer = await fetch(url + path, {
      method,
      headers: { [CALLER_HEADER]: signCaller(secret, caller), 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
  }
}

function startLoad(send: Send): () => Promise<void> {
  let stopped = false
  let failure: unknown
  let i = 0
  const lane = async () => {
    while (!stopped) {
      i += 7
      const employerId = 1 + (i % EMPLOYERS)
      if (i % 5 === 0) await send(employerId, 'POST', '/api/v1/jobs', { title: 'Load' })
      else await send(employerId, 'GET', '/api/v1/jobs')
      await sleep(2_000 / LOAD_PER_SECOND)
    }
  }
  const lanes = Promise.all([lane(), lane()]).catch((error: unknown) => {
    failure = error
  })
  return async () => {
    stopped = true
    await lanes
    if (failure) throw failure
  }
}

async function measure(
  what: string,
  goal: string,
  call: (i: number) => Promise<void>,
  everyMs = EVERY_MS,
): Promise<Figure[]> {
  const times: number[] = []
  for (let i = 0; i < WARM_UP + SAMPLES; i++) {
    const begin = performance.now()
    await call(i)
    const tookMs = performance.now() - begin
    if (i >= WARM_UP) times.push(tookMs)
    if (tookMs < everyMs) await sleep(everyMs - tookMs)
  }
  return [
    { what: `${what}: p50`, value: quantile(times, 0.5), unit: 'ms' },
    { what: `${what}: p99`, value: quantile(times, 0.99), unit: 'ms', ...(goal && { goal }) },
  ]
}

async function pickJobs(client: pg.Client, where: string, count: number): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select id, employer_id as "employerId" from job tablesample bernoulli (5) repeatable (1) where ${where} limit $1`,
    [count],
  )
  return rows
}

/** From the second in which they are due to the last one's change of state and its event, which commit together. */
async function benchExpiry(client: pg.Client): Promise<Figure[]> {
  const due = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 5_000)
  await client.query(
    `update job set expiry_date = $1 where id in (
      select id from job tablesample bernoulli (5) repeatable (2) where status = 'Active' limit $2)`,
    [due, EXPIRING],
  )
  await sleep(due.getTime() - Date.now())
  const expired = `select count(*)::int as count from outbox where subject = 'evt.jobs.job.expired.v1'`
  const isDone = async (query: string) => (await client.query(query)).rows[0].count >= EXPIRING
  while (!(await isDone(expired))) await sleep(50)
  const expiredMs = Date.now() - due.getTime()
  while (!(await isDone(`${expired} and published_at is not null`))) await sleep(50)
  const toldMs = Date.now() - due.getTime()
  return [
    {
      what: `${EXPIRING} jobs due in one second: all Expired`,
      value: expiredMs / 1_000,
      unit: 's',
      goal: '<= 10 s',
    },
    { what: `${EXPIRING} jobs due in one second: all events told`, value: toldMs / 1_000, unit: 's' },
  ]
}
