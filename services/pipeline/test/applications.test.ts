import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, world } from './support/setup.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.end())

const list = (employerId: number, jobId: unknown, query = '') =>
  w.recruiter(employerId).get(`/api/v1/jobs/${jobId}/applications${query}`)

test('200: the detail has contact, answers and the badge; the list the summary (Spec §2)', async () => {
  const jobId = await w.newJob(1)
  const { data } = await w.newApplication({ jobId })
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
  }
  expect((await list(1, jobId)).body).toEqual({ total: 1, page: 1, pageSize: 50, items: [summary] })
  const detail = await w.recruiter(1).get(`/api/v1/applications/${data.applicationId}`)
  expect(detail.body).toEqual({
    ...summary,
    phone: '+47 22',
    city: 'Bergen',
    country: 'NO',
    coverLetter: 'Dear all',
    resumeUrl: null,
    screeningAnswers: data.screeningAnswers,
  })
  const etag = detail.headers.get('etag')!
  const known = await w
    .recruiter(1)
    .get(`/api/v1/applications/${data.applicationId}`, { headers: { 'if-none-match': etag } })
  expect([known.status, known.text]).toEqual([304, ''])
})

test('200: newest first, ties by id, pages with the true total, filter by status (D-05, D-06)', async () => {
  const jobId = await w.newJob(1)
  const ids: number[] = []
  for (const appliedAt of ['2031-01-01', '2031-01-03', '2031-01-02', '2031-01-03']) {
    const sent = await w.newApplication({ jobId, appliedAt: `${appliedAt}T00:00:00.000Z` })
    ids.push(sent.data.applicationId)
  }
  const newest = [ids[3], ids[1], ids[2], ids[0]]
  const idsOf = (answer: { body: { items: { id: number }[] } }) => answer.body.items.map(({ id }) => id)
  expect(idsOf(await list(1, jobId))).toEqual(newest)
  expect(idsOf(await list(1, jobId, '?page=2&pageSize=3'))).toEqual(newest.slice(3))
  expect((await list(1, jobId, '?page=2147483647&pageSize=100')).body).toMatchObject({ total: 4, items: [] })
  await w.recruiter(1).post(`/api/v1/applications/${ids[2]}/status`, { status: 'Hired' })
  expect(idsOf(await list(1, jobId, '?status=Hired'))).toEqual([ids[2]])
  expect((await list(1, jobId, '?status=New&pageSize=1')).body.total).toBe(3)
  for (const query of ['?status=Bored', '?page=0', '?pageSize=101', '?page=x']) {
    expect((await list(1, jobId, query)).body.code).toBe('invalid_request')
  }
})

test("404: another employer's job and application, byte-identical to missing ones, and untouched (D-19)", async () => {
  const jobId = await w.newJob(1)
  const { data } = await w.newApplication({ jobId })
  const missing = (await list(2, 2_147_483_647)).text
  const path = `/api/v1/applications/${data.applicationId}`
  for (const answer of [
    await list(2, jobId),
    await list(2, 'abc'),
    await w.recruiter(2).get(path),
    await w.recruiter(2).post(`${path}/status`, { status: 'Hired' }),
    await w.recruiter(2).get('/api/v1/applications/2147483647'),
    await w.recruiter(2).post('/api/v1/applications/0/status', { status: 'Hired' }),
  ]) {
    expect([answer.status, answer.text]).toEqual([404, missing])
  }
  expect((await w.recruiter(1).get(path)).body.status).toBe('New')
})

test('401: candidates and strangers have no business here', async () => {
  const candidate = w.pipeline.as({ kind: 'candidate', candidateId: 1, keyId: 1, scopes: [] })
  expect((await candidate.get('/api/v1/applications/1')).status).toBe(401)
  expect((await candidate.post('/internal/v1/applications', {})).status).toBe(401)
  expect((await w.recruiter(1).post('/internal/v1/applications', {})).status).toBe(401)
})

test('jobs down: its copy still tells whose job it is; a job that was never heard of is 503, not 404', async () => {
  const jobId = await w.newJob(1)
  await eventually('the copy', async () => {
    const rows = await w.pipeline.deps.db.sql`select 1 from job_owner where job_id = ${jobId}`
    return rows.length === 1
  })
  await w.stopJobs()
  expect((await list(1, jobId)).status).toBe(200)
  expect((await list(2, jobId)).status).toBe(404)
  const unknown = await list(1, 2_147_483_647)
  expect([unknown.status, unknown.body.code]).toEqual([503, 'unavailable'])
})
