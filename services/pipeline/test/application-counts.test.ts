import { MAX_COUNTED_JOBS } from '@jobboard/contracts/limits'
import { expect, test } from 'vitest'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()
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
