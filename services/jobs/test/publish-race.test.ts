import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

// Three replicas on one database; the first owns it.
let all: Jobs[] = []
let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
  all = [jobs, await bootJobs(jobs), await bootJobs(jobs)]
})
afterAll(async () => {
  for (const replica of all.toReversed()) await replica.stop()
})

/** Publishes all jobs in parallel, round-robin over the replicas. */
const publishAll = (employerId: number, ids: number[], headers = {}, expiryDate = jobs.inMs(DAY_MS)) => {
  const post = (id: number, n: number) =>
    all[n % 3]!.recruiter(employerId).post(`/api/v1/jobs/${id}/publish`, { expiryDate }, headers)
  return Promise.all(ids.map(post))
}
const drafts = (employerId: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => jobs.createDraft(employerId)))

test('40 parallel publishes with 25 credits over three replicas: 25 Active, 15 times 402, 25 debits', async () => {
  await jobs.grant(1, 25)
  const ids = await drafts(1, 40)
  const responses = await publishAll(1, ids)
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(25).fill(200), ...Array(15).fill(402)])
  const published = responses.filter(({ status }) => status === 200)
  const remaining = published.map(({ headers }) => Number(headers.get('x-credits-remaining')))
  expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n))
  expect([await jobs.debits(1), await jobs.balance(1)]).toEqual([25, 0])
  for (const [n, id] of ids.entries()) {
    const isPublished = responses[n]!.status === 200
    expect((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body.status).toBe(
      isPublished ? 'Active' : 'Draft',
    )
    expect(await jobs.eventTypes(id)).toEqual(['job.created', ...(isPublished ? ['job.published'] : [])])
  }
})

test('parallel publishes of one job over three replicas: one 200, the others 400, one debit', async () => {
  await jobs.grant(2, 20)
  for (let round = 1; round <= 5; round++) {
    const [id] = await drafts(2, 1)
    const responses = await publishAll(2, Array(6).fill(id))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect(await jobs.debits(2)).toBe(round)
    expect(await jobs.eventTypes(id!)).toEqual(['job.created', 'job.published'])
  }
})

test('Idempotency-Key: parallel repeats over three replicas get one response or 409, and one debit (D-60)', async () => {
  await jobs.grant(3, 20)
  for (let round = 1; round <= 5; round++) {
    const [id] = await drafts(3, 1)
    const expiryDate = jobs.inMs(DAY_MS)
    const repeat = (count: number) =>
      publishAll(3, Array(count).fill(id), { 'idempotency-key': `round-${round}` }, expiryDate)
    const responses = await repeat(9)
    for (const { status, body } of responses) {
      if (status === 409) expect(body.code).toBe('idempotency_in_progress')
      else expect([status, body.status]).toEqual([200, 'Active'])
    }
    expect(responses.filter(({ headers }) => headers.get('x-credits-cost') === '1')).toHaveLength(1)
    const [late] = await repeat(1)
    expect([late!.status, late!.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await jobs.debits(3)).toBe(round)
  }
})
