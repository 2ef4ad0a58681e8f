import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { bootPipelineWithJobs } from './support/pipeline-with-jobs.ts'
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

test('401: a candidate key on recruiter routes; a candidate or recruiter key on the internal route', async () => {
  const candidate = services.pipeline.as({ kind: 'candidate', candidateId: 1, keyId: 1, scopes: [] })
  expect((await candidate.get('/api/v1/applications/1')).status).toBe(401)
  const internal = '/internal/v1/candidates/1/application-records'
  expect((await candidate.post(internal, {})).status).toBe(401)
  expect((await services.recruiter(1).post(internal, {})).status).toBe(401)
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
