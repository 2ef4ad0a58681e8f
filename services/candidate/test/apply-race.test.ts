import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CandidateSystem, candidateSystem, countByStatus, outboxEvents } from './support/setup.ts'

let system: CandidateSystem
beforeAll(async () => {
  system = await candidateSystem()
})
afterAll(() => system.stop())

const apply = (candidateId: number, jobId: number) =>
  system.asCandidate(candidateId).post('/api/v1/me/applications', { jobId, confirm: true })

async function newJobs(count: number): Promise<number[]> {
  const jobs: number[] = []
  for (let i = 0; i < count; i++) jobs.push(await system.newJob(1))
  return jobs
}

test('30 concurrent applies of one candidate to 30 jobs: exactly 10 x 201 and 20 x 429; the next UTC day 10 more (D-33)', async () => {
  const jobs = await newJobs(30)
  const id = await system.newCandidate()
  const responses = await Promise.all(jobs.map((jobId) => apply(id, jobId)))
  expect(countByStatus(responses)).toEqual({ 201: 10, 429: 20 })
  const used = responses.filter(({ status }) => status === 201).map(({ body }) => body.aiAppliesUsedToday)
  expect(used.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])

  const refused = responses.find(({ status }) => status === 429)!
  expect(refused.body.code).toBe('daily_apply_limit')
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
  expect((await system.asCandidate(id).get('/api/v1/me/applications')).body.total).toBe(10)

  await system.advanceClock(seconds)
  const nextDay = await Promise.all(jobs.map((jobId) => apply(id, jobId)))
  expect(countByStatus(nextDay)).toEqual({ 201: 10, 409: 10, 429: 10 })
})

test('20 concurrent applies to one job: one 201, 19 x 409, one counts towards the cap', async () => {
  const [jobId, other] = await newJobs(2)
  const id = await system.newCandidate()
  const responses = await Promise.all(Array.from({ length: 20 }, () => apply(id, jobId!)))
  expect(countByStatus(responses)).toEqual({ 201: 1, 409: 19 })
  expect((await apply(id, other!)).body.aiAppliesUsedToday).toBe(2)
})

test('20 concurrent applies to one job, the tenth of the day: one 201, 19 x 409 and no 429 (D-32)', async () => {
  const jobs = await newJobs(10)
  const id = await system.newCandidate()
  for (const jobId of jobs.slice(0, 9)) expect((await apply(id, jobId)).status).toBe(201)
  const responses = await Promise.all(Array.from({ length: 20 }, () => apply(id, jobs[9]!)))
  expect(countByStatus(responses)).toEqual({ 201: 1, 409: 19 })
})

test('concurrent applies through the portal and the API to one job: one 201, 7 x 409', async () => {
  for (const jobId of await newJobs(5)) {
    const id = await system.newCandidate()
    const form = { candidateId: id, applicationType: 'Web' }
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => system.admin.post(`/admin/v1/jobs/${jobId}/applications`, form)),
      ...Array.from({ length: 4 }, () => apply(id, jobId)),
    ])
    expect(countByStatus(responses)).toEqual({ 201: 1, 409: 7 })
  }
})

test('20 candidates apply to one job concurrently: 20 x 201, and pipeline has each application once', async () => {
  const [jobId] = await newJobs(1)
  const candidates = await Promise.all(Array.from({ length: 20 }, () => system.newCandidate()))
  const responses = await Promise.all(candidates.map((id) => apply(id, jobId!)))
  expect(countByStatus(responses)).toEqual({ 201: 20 })
  const list = await eventually('pipeline has 20 applications', async () => {
    const response = await system.asRecruiter(1).get(`/api/v1/jobs/${jobId}/applications?pageSize=100`)
    return response.body.total === 20 && response
  })
  const candidateIds = list.body.items.map((item: { candidateId: number }) => item.candidateId)
  expect(candidateIds.sort((a: number, b: number) => a - b)).toEqual(candidates.sort((a, b) => a - b))
  const events = await outboxEvents(system.services.pipeline, 'evt.pipeline.application.submitted.v1')
  expect(events.filter(({ payload }) => payload.jobId === jobId)).toHaveLength(20)
})
