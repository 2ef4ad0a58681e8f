import { afterAll, beforeAll, expect, test } from 'vitest'
import { tally, told, type World, world } from './support/setup.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.end())

const apply = (candidateId: number, jobId: number) =>
  w.me(candidateId).post('/api/v1/me/applications', { jobId, confirm: true })

async function newJobs(count: number): Promise<number[]> {
  const jobs: number[] = []
  for (let i = 0; i < count; i++) jobs.push(await w.newJob(1))
  return jobs
}

test('30 applies of one candidate to 30 jobs at once: exactly 10 x 201 and 20 x 429; the next UTC day 10 more (D-33)', async () => {
  const jobs = await newJobs(30)
  const id = await w.newCandidate()
  const answers = await Promise.all(jobs.map((jobId) => apply(id, jobId)))
  expect(tally(answers)).toEqual({ 201: 10, 429: 20 })
  const used = answers.filter(({ status }) => status === 201).map(({ body }) => body.aiAppliesUsedToday)
  expect(used.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])

  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.body.code).toBe('daily_apply_limit')
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
  expect((await w.me(id).get('/api/v1/me/applications')).body.total).toBe(10)

  await w.advance(seconds)
  const again = await Promise.all(jobs.map((jobId) => apply(id, jobId)))
  expect(tally(again)).toEqual({ 201: 10, 409: 10, 429: 10 })
})

test('20 applies to the same job at once: one 201, the others 409, one counted', async () => {
  const [jobId, other] = await newJobs(2)
  const id = await w.newCandidate()
  const answers = await Promise.all(Array.from({ length: 20 }, () => apply(id, jobId!)))
  expect(tally(answers)).toEqual({ 201: 1, 409: 19 })
  expect((await apply(id, other!)).body.aiAppliesUsedToday).toBe(2)
})

test('20 applies to the same job at once, the tenth of the day: one 201, the others 409 and not 429 (D-32)', async () => {
  const jobs = await newJobs(10)
  const id = await w.newCandidate()
  for (const jobId of jobs.slice(0, 9)) expect((await apply(id, jobId)).status).toBe(201)
  const answers = await Promise.all(Array.from({ length: 20 }, () => apply(id, jobs[9]!)))
  expect(tally(answers)).toEqual({ 201: 1, 409: 19 })
})

test('the portal and the API apply to one job at once: one of them wins', async () => {
  for (const jobId of await newJobs(5)) {
    const id = await w.newCandidate()
    const form = { candidateId: id, applicationType: 'Web' }
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => w.admin.post(`/admin/v1/jobs/${jobId}/applications`, form)),
      ...Array.from({ length: 4 }, () => apply(id, jobId)),
    ])
    expect(tally(answers)).toEqual({ 201: 1, 409: 7 })
  }
})

test('20 candidates at once, one job: all get in, and pipeline has each once', async () => {
  const [jobId] = await newJobs(1)
  const candidates = await Promise.all(Array.from({ length: 20 }, () => w.newCandidate()))
  const answers = await Promise.all(candidates.map((id) => apply(id, jobId!)))
  expect(tally(answers)).toEqual({ 201: 20 })
  const list = await w.recruiter(1).get(`/api/v1/jobs/${jobId}/applications?pageSize=100`)
  expect(list.body.total).toBe(20)
  const seen = list.body.items.map((item: { candidateId: number }) => item.candidateId)
  expect(seen.sort((a: number, b: number) => a - b)).toEqual(candidates.sort((a, b) => a - b))
  const events = await told(w.services.pipeline, 'evt.pipeline.application.submitted.v1')
  expect(events.filter(({ payload }) => payload.jobId === jobId)).toHaveLength(20)
})
