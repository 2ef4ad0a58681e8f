import { MAX_COUNTED_JOBS } from '@jobboard/contracts/limits'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { bootPipelineWithJobs, createdEvent } from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline(bootPipelineWithJobs)

const list = (employerId: number, jobId: unknown, query = '') =>
  services.recruiter(employerId).get(`/api/v1/jobs/${jobId}/applications${query}`)

test('200: the detail has contact data, screening answers and the AI badge; the list has the summary (Spec §2)', async () => {
  const jobId = await services.newJob(1)
  const { data } = await services.newApplication({ jobId })
  const summary = {
    id: data.applicationId,
    jobId,
    jobTitle: 'Keeper',
    jobReference: 'K-1',
    candidateId: data.candidate.id,
    name: 'Ada Quill',
    email: 'ada.quill@post.example',
    headline: 'Keeper',
    status: 'New',
    applicationType: 'Api',
    isAiAssisted: true,
    appliedAt: data.appliedAt,
    updatedAt: data.appliedAt,
    erasedAt: null,
    tags: ['harbour'],
    assessmentScore: expect.any(Number),
    withdrawnAt: null,
    rejectionReason: null,
  }
  const path = `/api/v1/applications/${data.applicationId}`
  expect((await services.recruiter(1).post(`${path}/tags`, { label: 'Harbour' })).status).toBe(200)
  expect((await list(1, jobId)).body).toEqual({
    ...{ total: 1, page: 1, pageSize: 50, items: [summary] },
    nextCursor: null,
  })
  const detail = await services.recruiter(1).get(`/api/v1/applications/${data.applicationId}`)
  expect(detail.body).toEqual({
    ...summary,
    phone: '+47 22',
    city: 'Bergen',
    country: 'NO',
    coverLetter: 'Dear all',
    resumeUrl: null,
    screeningAnswers: data.screeningAnswers,
    profile: data.candidate,
    allowedTransitions: [
      ...[
        'Screened',
        'Shortlisted',
        'Interviewing',
        'Interviewed',
        'Offered',
        'Hired',
        'Rejected',
        'Withdrawn',
      ],
    ],
  })
  const etag = detail.headers.get('etag')!
  const notModified = await services
    .recruiter(1)
    .get(`/api/v1/applications/${data.applicationId}`, { headers: { 'if-none-match': etag } })
  expect([notModified.status, notModified.text]).toEqual([304, ''])
})

test('200: newest first, then by id; pages have the true total; status filters (D-05, D-06)', async () => {
  const jobId = await services.newJob(1)
  const ids: number[] = []
  for (const appliedAt of ['2031-01-01', '2031-01-03', '2031-01-02', '2031-01-03']) {
    const handedOver = await services.newApplication({ jobId, appliedAt: `${appliedAt}T00:00:00.000Z` })
    ids.push(handedOver.data.applicationId)
  }
  const newest = [ids[3], ids[1], ids[2], ids[0]]
  const idsOf = (response: { body: { items: { id: number }[] } }) => response.body.items.map(({ id }) => id)
  expect(idsOf(await list(1, jobId))).toEqual(newest)
  expect(idsOf(await list(1, jobId, '?page=2&pageSize=3'))).toEqual(newest.slice(3))
  expect((await list(1, jobId, '?page=2147483647&pageSize=100')).body).toMatchObject({ total: 4, items: [] })
  await services.recruiter(1).post(`/api/v1/applications/${ids[2]}/status`, { status: 'Hired' })
  expect(idsOf(await list(1, jobId, '?status=Hired'))).toEqual([ids[2]])
  expect((await list(1, jobId, '?status=New&pageSize=1')).body.total).toBe(3)
  for (const query of ['?status=Bored', '?page=0', '?pageSize=101', '?page=x']) {
    expect((await list(1, jobId, query)).body.code).toBe('invalid_request')
  }
})

test("404: another employer's job and application, byte-identical to missing ones and unchanged (D-19, Spec §4.2)", async () => {
  const jobId = await services.newJob(1)
  const { data } = await services.newApplication({ jobId })
  const missing = (await list(2, 2_147_483_647)).text
  const path = `/api/v1/applications/${data.applicationId}`
  for (const response of [
    await list(2, jobId),
    await list(2, 'abc'),
    await services.recruiter(2).get(path),
    await services.recruiter(2).post(`${path}/status`, { status: 'Hired' }),
    await services.recruiter(2).get('/api/v1/applications/2147483647'),
    await services.recruiter(2).post('/api/v1/applications/0/status', { status: 'Hired' }),
  ]) {
    expect([response.status, response.text]).toEqual([404, missing])
  }
  expect((await services.recruiter(1).get(path)).body.status).toBe('New')
})

test('200: a single name is the name once, other names are first and last name (P-261)', async () => {
  const { candidate } = createdEvent({}).data
  for (const [lastName, name] of [
    ['Suharto', 'Suharto'],
    ['Quill', 'Suharto Quill'],
  ] as const) {
    const { data } = await services.newApplication({
      candidate: { ...candidate, firstName: 'Suharto', lastName },
    })
    expect((await services.author.get(`/api/v1/applications/${data.applicationId}`)).body.name).toBe(name)
  }
})

test('401: a candidate key on recruiter routes; a candidate or recruiter key on the internal route', async () => {
  const candidate = services.pipeline.as({ kind: 'candidate', candidateId: 1, keyId: 1, scopes: [] })
  expect((await candidate.get('/api/v1/applications/1')).status).toBe(401)
  const internal = '/internal/v1/candidates/1/application-records'
  expect((await candidate.post(internal, {})).status).toBe(401)
  expect((await services.recruiter(1).post(internal, {})).status).toBe(401)
})

const none = {
  New: 0,
  Screened: 0,
  Shortlisted: 0,
  Interviewing: 0,
  Interviewed: 0,
  Offered: 0,
  Hired: 0,
  Rejected: 0,
  Withdrawn: 0,
}

const count = (employerId: number, jobIds: string) =>
  services.recruiter(employerId).get(`/api/v1/applications/counts?jobIds=${jobIds}`)

test('200: the applications to each job by status, as the list of the job has them, in the order of the request (P-510)', async () => {
  const [first, second, empty] = await Promise.all([1, 2, 3].map(() => services.newJob(40)))
  const recruiter = services.recruiter(40)
  for (const [jobId, statuses] of [
    [first!, ['New', 'Screened', 'Screened']],
    [second!, ['Hired']],
  ] as const) {
    for (const status of statuses) {
      const { data } = await services.newApplication({ employerId: 40, jobId })
      if (status !== 'New')
        await recruiter.post(`/api/v1/applications/${data.applicationId}/status`, { status })
    }
  }
  const { status, body } = await count(40, `${second},${empty},${first},${second}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    items: [
      { jobId: second, total: 1, byStatus: { ...none, Hired: 1 } },
      { jobId: empty, total: 0, byStatus: none },
      { jobId: first, total: 3, byStatus: { ...none, New: 1, Screened: 2 } },
    ],
  })
  for (const { jobId, total, byStatus } of body.items) {
    const list = (query = '') => recruiter.get(`/api/v1/jobs/${jobId}/applications?pageSize=1${query}`)
    expect((await list()).body.total).toBe(total)
    expect((await list('&status=Screened')).body.total).toBe(byStatus.Screened)
  }
})

test("200: another employer's job and one that does not exist have no applications (P-510)", async () => {
  const jobId = await services.newJob(41)
  await services.newApplication({ employerId: 41, jobId })
  const missing = 2_000_000_000
  expect((await count(42, `${jobId},${missing}`)).body).toEqual({
    items: [jobId, missing].map((id) => ({ jobId: id, total: 0, byStatus: none })),
  })
})

test('400: no id, too many ids, or something else, and the field is named (P-510)', async () => {
  const ids = (length: number) => Array.from({ length }, (_, i) => i + 1).join(',')
  expect((await count(40, ids(MAX_COUNTED_JOBS))).status).toBe(200)
  for (const jobIds of [
    '',
    ',',
    '1,',
    '0',
    '-1',
    '1.5',
    'abc',
    '1, 2',
    '2147483648',
    ids(MAX_COUNTED_JOBS + 1),
    `${'1,'.repeat(3_000)}1`,
  ]) {
    const { status, body } = await count(40, encodeURIComponent(jobIds))
    expect([jobIds, status, body.code]).toEqual([jobIds, 400, 'invalid_request'])
    expect(body.message).toMatch(/^jobIds: must be 1 to 100 ids/)
  }
  const absent = await services.recruiter(40).get('/api/v1/applications/counts')
  expect([absent.status, absent.body.message]).toEqual([400, expect.stringMatching(/^jobIds: /)])
})

test('503: a job that is not in the local copy while jobs is down; jobs in the copy are still 200 and 404', async () => {
  const jobId = await services.newJob(1)
  await eventually('the owner of the job in the local copy', async () => {
    const rows = await services.pipeline.deps.db.sql`select 1 from job_owner where job_id = ${jobId}`
    return rows.length === 1
  })
  await services.stopJobs()
  expect((await list(1, jobId)).status).toBe(200)
  expect((await list(2, jobId)).status).toBe(404)
  const unknown = await list(1, 2_147_483_647)
  expect([unknown.status, unknown.body.code]).toEqual([503, 'unavailable'])
})
