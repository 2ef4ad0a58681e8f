import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type JobBoard, type RetryInfo } from '../src/index.ts'
import { type FaultyServer, startFaultyServer } from './support/faulty-server.ts'
import { jobFields, startSystem, type TestSystem } from './support/start-system.ts'

let system: TestSystem
let proxy: FaultyServer
let recruiter: JobBoard
let candidate: JobBoard
let retries: RetryInfo[]

const inADay = () => new Date(Date.now() + 86_400_000).toISOString()
/** Resolves when the recruiter can read the application. */
const arrived = (id: number) =>
  eventually('the application', () =>
    recruiter.applications.get(id).then(
      () => true,
      () => false,
    ),
  )
const open = (apiKey: string, baseUrl: string) =>
  createClient({ apiKey, baseUrl, onRetry: (info) => retries.push(info) })

beforeAll(async () => {
  system = await startSystem()
  proxy = await startFaultyServer(system.url)
  retries = []
  recruiter = open(system.recruiterKey, system.url)
  candidate = open(system.candidateKey, system.url)
})
afterAll(async () => {
  await proxy?.stop()
  await system?.network.stop()
})

test('a posting from draft to application and back: types, ETag, credits and errors', async () => {
  const job = await recruiter.jobs.create(jobFields)
  const { etag } = await recruiter.jobs.get(job.id).withResponse()
  const changed = await recruiter.jobs.update(job.id, { title: 'Cook' }, { ifMatch: etag! })
  expect(changed.title).toBe('Cook')
  const stale = recruiter.jobs.update(job.id, { title: 'Chef' }, { ifMatch: etag! })
  await expect(stale).rejects.toMatchObject({ name: 'PreconditionFailedError', status: 412 })

  const published = await recruiter.jobs.publish(job.id, { expiryDate: inADay() }).withResponse()
  expect(published.data.status).toBe('Active')
  expect(published.credits).toEqual({ cost: 1, remaining: await system.creditsLeft('JobPosting') })
  expect(published.requestId).toBeDefined()
  expect(published.isReplayed).toBe(false)

  const { application } = await candidate.me.apply({ jobId: job.id, confirm: true })
  const again = candidate.me.apply({ jobId: job.id, confirm: true })
  await expect(again).rejects.toMatchObject({ name: 'ConflictError', code: 'already_applied' })
  await arrived(application.id)
  const moved = await recruiter.applications.changeStatus(application.id, { status: 'Screened' })
  expect(moved.previousStatus).toBe('New')
  await expect(recruiter.jobs.close(job.id)).resolves.toBeUndefined()

  const invalid = recruiter.jobs.create({ title: '' })
  await expect(invalid).rejects.toMatchObject({ name: 'InvalidRequestError', status: 400, field: 'title' })
  await expect(recruiter.jobs.get(2_147_483_647)).rejects.toMatchObject({ name: 'NotFoundError' })
  await expect(candidate.jobs.list()).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 })
})

test('the connection breaks after a draft was created and published: one job and one debit', async () => {
  const client = open(system.recruiterKey, proxy.url)
  const before = {
    jobs: (await recruiter.jobs.list()).total,
    credits: await system.creditsLeft('JobPosting'),
  }
  proxy.requests.length = 0
  proxy.steps.push('lose-response', 'truncate', 'disconnect')
  const job = await client.jobs.create(jobFields)
  proxy.steps.push('lose-response', 'lose-response')
  const { data, isReplayed } = await client.jobs.publish(job.id, { expiryDate: inADay() }).withResponse()
  expect(data.status).toBe('Active')
  expect(isReplayed).toBe(true)
  expect((await recruiter.jobs.list()).total).toBe(before.jobs + 1)
  expect(await system.creditsLeft('JobPosting')).toBe(before.credits - 1)
  expect(proxy.requests).toHaveLength(7)
  expect(new Set(proxy.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
})

test('a dry run reports the price and every refusal and has no effect', async () => {
  const { id } = await recruiter.jobs.create(jobFields)
  const balance = await system.creditsLeft('JobPosting')
  const body = { expiryDate: inADay() }
  const estimate = await recruiter.dryRun('publish-job', { path: { id }, body })
  expect(estimate).toMatchObject({ wouldSucceed: true, credits: { kind: 'JobPosting', cost: 1, balance } })
  expect(await recruiter.jobs.get(id)).toMatchObject({ status: 'Draft' })
  expect(await system.creditsLeft('JobPosting')).toBe(balance)
  const past = recruiter.dryRun('publish-job', { path: { id }, body: { expiryDate: '2020-01-01T00:00:00Z' } })
  await expect(past).rejects.toMatchObject({ name: 'InvalidRequestError', status: 400 })
})

test('parallel calls with one Idempotency-Key wait for the first one: one job', async () => {
  const { total } = await recruiter.jobs.list()
  const calls = Array.from({ length: 8 }, () =>
    recruiter.jobs.create(jobFields, { idempotencyKey: 'import-row-1' }),
  )
  const jobs = await Promise.all(calls)
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(1)
  expect((await recruiter.jobs.list()).total).toBe(total + 1)
})

test('429: the error has the Retry-After of the limit when it does not fit into the deadline', async () => {
  const client = open(await system.newRecruiterKey(), system.url)
  await Promise.all(Array.from({ length: 100 }, () => client.employer.credits()))
  const error = await client.employer.credits({ deadlineMs: 500 }).catch((reason) => reason)
  expect(error).toMatchObject({ name: 'RateLimitError', code: 'rate_limited', status: 429 })
  expect(error.retryAfter).toBeGreaterThan(0)
})

test('iterators yield every item once, over pages and over cursors', async () => {
  const numbers = Array.from({ length: 7 }, (_, index) => index)
  const created = await Promise.all(numbers.map(() => recruiter.jobs.create(jobFields)))
  const listed = new Set<number>()
  for await (const { id } of recruiter.jobs.iterate({ pageSize: 3 })) {
    expect(listed.has(id)).toBe(false)
    listed.add(id)
  }
  for (const { id } of created) expect(listed).toContain(id)
  expect(listed.size).toBe((await recruiter.jobs.list()).total)

  const kind = 'JobPosting'
  const entries: number[] = []
  for await (const { id } of recruiter.employer.iterateCreditEntries({ kind, pageSize: 1 })) entries.push(id)
  const { total } = await recruiter.employer.creditEntries({ kind })
  expect(entries).toHaveLength(total)
  expect(new Set(entries).size).toBe(total)

  const active: number[] = []
  for await (const { id } of candidate.me.jobs.iterate({ limit: 1 })) active.push(id)
  expect(new Set(active).size).toBe(active.length)
})

test('follow yields every event once, through an outage, and resumes after an event', async () => {
  const client = open(system.recruiterKey, proxy.url)
  const job = await recruiter.jobs.create(jobFields)
  await recruiter.jobs.publish(job.id, { expiryDate: inADay() })
  const { application } = await candidate.me.apply({ jobId: job.id, confirm: true })
  await arrived(application.id)
  const moves = ['Screened', 'Shortlisted', 'Interviewing'] as const

  const stop = new AbortController()
  const seen: string[] = []
  const read = async (after?: string) => {
    const limits = { maxRetries: 0, pollIntervalMs: 20, signal: stop.signal }
    for await (const event of client.events.follow({ ...limits, ...(after && { after }) })) {
      if (event.type !== 'application.status_changed' || event.data.applicationId !== application.id) continue
      seen.push(event.data.newStatus)
      if (seen.length === 1) return event.id
      if (seen.length === moves.length) stop.abort(new Error('done'))
    }
  }
  const change = (status: (typeof moves)[number]) =>
    recruiter.applications.changeStatus(application.id, { status })
  await change(moves[0])
  const first = await read()
  for (const status of moves.slice(1)) await change(status)
  proxy.steps.push('disconnect', 'truncate', { status: 503, headers: { 'retry-after': '0' }, body: {} })
  await expect(read(first)).rejects.toThrow('done')
  expect(seen).toEqual(moves)
})

test('follow ends with an error that waiting cannot mend', async () => {
  const revoked = open('pk_live_unknown', system.url)
  const read = async () => {
    for await (const _ of revoked.events.follow());
  }
  await expect(read()).rejects.toMatchObject({ name: 'AuthenticationError' })
})
