import { MAX_UNPUBLISHED_JOBS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { expect, test } from 'vitest'
import { complete, DAY_MS, noSalary, startJobs } from './support/setup.ts'

const jobs = await startJobs()

test('201: only the title is required; everything else is null (D-21)', async () => {
  const response = await jobs.recruiter(1).post('/api/v1/jobs', { title: '  Baker  ' })
  expect(response.status).toBe(201)
  const now = response.body.createdAt
  expect(response.body).toEqual({
    id: expect.any(Number),
    status: 'Draft',
    title: 'Baker',
    reference: null,
    description: null,
    city: null,
    country: null,
    employmentType: null,
    remoteType: null,
    applyMethod: null,
    applyEmailAddress: null,
    applyUrl: null,
    ...noSalary,
    screeningQuestions: [],
    postedDate: null,
    expiryDate: null,
    createdAt: now,
    updatedAt: now,
  })
  expect(now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('201: unknown fields and fields that the service sets are ignored (D-07, D-23)', async () => {
  const response = await jobs.recruiter(1).post('/api/v1/jobs', {
    title: 'Baker',
    id: 7,
    status: 'Active',
    postedDate: '2030-01-01T00:00:00Z',
    expiryDate: 'nonsense',
    employerId: 99,
    salary: { any: 'thing' },
  })
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({ status: 'Draft', postedDate: null, expiryDate: null })
  expect(response.body.id).not.toBe(7)
  expect((await jobs.recruiter(99).get('/api/v1/jobs')).body.total).toBe(0)
})

test('201: Unicode and 100 000 characters are returned as sent (P-11)', async () => {
  const description = `${'日本語 čeština العربية 🧑🏽‍🚀\r\n\t"\\'.repeat(3_000)}`
    .slice(0, 99_990)
    .replace(/[\ud800-\udbff]$/, '')
  const fields = { ...complete, title: 'Инженер 🚀 n̈ ﷺ', city: 'Zürich', description }
  const { body } = await jobs.recruiter(2).post('/api/v1/jobs', fields)
  const read = await jobs.recruiter(2).get(`/api/v1/jobs/${body.id}`)
  expect(read.body).toMatchObject(fields)
  const longest = '\n'.repeat(100_000)
  expect((await jobs.recruiter(2).put(`/api/v1/jobs/${body.id}`, { description: longest })).status).toBe(200)
  expect((await jobs.recruiter(2).get(`/api/v1/jobs/${body.id}`)).body.description).toBe(longest)
})

test('415: text/plain; 201: text/json and application/*+json (D-01)', async () => {
  const post = (type: string) =>
    jobs
      .recruiter(5)
      .send('POST', '/api/v1/jobs', { body: '{"title":"x"}', headers: { 'content-type': type } })
  expect((await post('text/plain')).status).toBe(415)
  expect((await post('text/json')).status).toBe(201)
  expect((await post('application/job+json; charset=utf-8')).status).toBe(201)
})

test('413: more than 1 MiB (D-07)', async () => {
  const response = await jobs
    .recruiter(5)
    .post('/api/v1/jobs', { title: 'x', description: 'x'.repeat(1_048_577) })
  expect([response.status, response.body.code]).toEqual([413, 'payload_too_large'])
})

test('Idempotency-Key: parallel creations make one job, another body is 422, after a 400 the corrected one is 201 (D-60)', async () => {
  const key = { 'idempotency-key': 'create-once' }
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => jobs.recruiter(6).post('/api/v1/jobs', complete, key)),
  )
  const made = responses.filter(({ status }) => status === 201)
  expect(made.length).toBeGreaterThan(0)
  for (const { status } of responses) expect([201, 409]).toContain(status)
  expect(new Set(made.map(({ text }) => text)).size).toBe(1)
  const again = await jobs.recruiter(6).post('/api/v1/jobs', complete, key)
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
    201,
    made[0]!.text,
    'true',
  ])
  expect((await jobs.recruiter(6).post('/api/v1/jobs', { ...complete, city: 'Oslo' }, key)).status).toBe(422)
  expect((await jobs.recruiter(6).get('/api/v1/jobs')).body.total).toBe(1)
  // Idempotency keys are scoped to the employer.
  expect(
    (await jobs.recruiter(7).post('/api/v1/jobs', complete, key)).headers.get('idempotency-replayed'),
  ).toBeNull()
  const wrong = { 'idempotency-key': 'wrong' }
  expect((await jobs.recruiter(6).post('/api/v1/jobs', { title: '' }, wrong)).status).toBe(400)
  expect((await jobs.recruiter(6).post('/api/v1/jobs', complete, wrong)).status).toBe(201)
})

const duplicate = (employerId: number, id: unknown, headers = {}) =>
  jobs.recruiter(employerId).post(`/api/v1/jobs/${id}/duplicate`, undefined, headers)

const salary = { salaryMin: 100, salaryMax: 200.5, salaryCurrency: 'EUR', salaryPeriod: 'Month' }
const screeningQuestions = [
  { text: 'Can you swim?', type: 'YesNo', required: true, options: [] },
  { text: 'Which boat?', type: 'SingleChoice', required: false, options: ['Rowing', 'Sail'] },
]

test('201: a Draft with the fields and questions of a job in any state, without reference and dates (P-627)', async () => {
  const draft = await jobs.createDraft(11, { ...complete, ...salary, screeningQuestions })
  const active = await jobs.createActive(11, DAY_MS)
  const closed = await jobs.createActive(11)
  await jobs.recruiter(11).delete(`/api/v1/jobs/${closed}`)
  for (const id of [draft, active, closed]) {
    const source = (await jobs.recruiter(11).get(`/api/v1/jobs/${id}`)).body
    const { status, body } = await duplicate(11, id)
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
    expect((await jobs.recruiter(11).get(`/api/v1/jobs/${body.id}`)).body).toEqual(body)
    expect((await jobs.recruiter(11).get(`/api/v1/jobs/${id}`)).body).toEqual(source)
    expect(await jobs.eventTypes(body.id)).toEqual(['job.created'])
  }
})

test('201: with the same Idempotency-Key there is one duplicate, also of parallel requests', async () => {
  const id = await jobs.createDraft(12, complete)
  const headers = { 'idempotency-key': 'copy-1' }
  const parallel = await Promise.all([1, 2, 3, 4].map(() => duplicate(12, id, headers)))
  expect(parallel.every(({ status }) => status === 201 || status === 409)).toBe(true)
  const again = await duplicate(12, id, headers)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect((await jobs.recruiter(12).get('/api/v1/jobs')).body.total).toBe(2)
})

test('400: not above the limit of jobs that were never published, also by parallel duplicates (P-285)', async () => {
  const id = await jobs.createDraft(13, complete)
  await jobs.deps.db.sql`
    insert into job (employer_id, status, title, created_at, updated_at, version, words_version)
    select 13, 'Draft', 'Job ' || i, now(), now(), 1, 1 from generate_series(1, ${MAX_UNPUBLISHED_JOBS_PER_EMPLOYER - 2}) as i`
  const statuses = (await Promise.all([1, 2, 3].map(() => duplicate(13, id)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 400, 400])
  const refused = await duplicate(13, id)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_state'])
})
