import { MAX_UNPUBLISHED_JOBS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, complete, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const duplicate = (employerId: number, id: unknown, headers = {}) =>
  jobs.recruiter(employerId).post(`/api/v1/jobs/${id}/duplicate`, undefined, headers)

const salary = { salaryMin: 100, salaryMax: 200.5, salaryCurrency: 'EUR', salaryPeriod: 'Month' }
const screeningQuestions = [
  { text: 'Can you swim?', type: 'YesNo', required: true, options: [] },
  { text: 'Which boat?', type: 'SingleChoice', required: false, options: ['Rowing', 'Sail'] },
]

test('201: a Draft with the fields and questions of a job in any state, without reference and dates (P-627)', async () => {
  const draft = await jobs.createDraft(1, { ...complete, ...salary, screeningQuestions })
  const active = await jobs.createActive(1, DAY_MS)
  const closed = await jobs.createActive(1)
  await jobs.recruiter(1).delete(`/api/v1/jobs/${closed}`)
  for (const id of [draft, active, closed]) {
    const source = (await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body
    const { status, body } = await duplicate(1, id)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...source,
      id: expect.any(Number),
      status: 'Draft',
      reference: null,
      postedDate: null,
      expiryDate: null,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
      screeningQuestions: source.screeningQuestions.map((question: object) => ({
        ...question,
        id: expect.any(Number),
      })),
    })
    expect(body.id).not.toBe(id)
    const idsOf = (job: { screeningQuestions: { id: number }[] }) =>
      job.screeningQuestions.map(({ id }) => id)
    expect(idsOf(source).filter((questionId) => idsOf(body).includes(questionId))).toEqual([])
    expect((await jobs.recruiter(1).get(`/api/v1/jobs/${body.id}`)).body).toEqual(body)
    expect((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body).toEqual(source)
    expect(await jobs.eventTypes(body.id)).toEqual(['job.created'])
  }
})

test('201: with the same Idempotency-Key there is one duplicate, also of parallel requests', async () => {
  const id = await jobs.createDraft(2, complete)
  const headers = { 'idempotency-key': 'copy-1' }
  const parallel = await Promise.all([1, 2, 3, 4].map(() => duplicate(2, id, headers)))
  expect(parallel.every(({ status }) => status === 201 || status === 409)).toBe(true)
  const again = await duplicate(2, id, headers)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect((await jobs.recruiter(2).get('/api/v1/jobs')).body.total).toBe(2)
})

test('400: not above the limit of jobs that were never published, also by parallel duplicates (P-285)', async () => {
  const id = await jobs.createDraft(3, complete)
  await jobs.deps.db.sql`
    insert into job (employer_id, status, title, created_at, updated_at, version, words_version)
    select 3, 'Draft', 'Job ' || i, now(), now(), 1, 1 from generate_series(1, ${MAX_UNPUBLISHED_JOBS_PER_EMPLOYER - 2}) as i`
  const statuses = (await Promise.all([1, 2, 3].map(() => duplicate(3, id)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 400, 400])
  const refused = await duplicate(3, id)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_state'])
})
