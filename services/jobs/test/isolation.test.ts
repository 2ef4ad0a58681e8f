import { expect, test } from 'vitest'
import { DAY_MS, startJobs } from './support/setup.ts'

const jobs = await startJobs()

const calls = {
  'get-job': (id: unknown) => jobs.recruiter(2).get(`/api/v1/jobs/${id}`),
  'update-job': (id: unknown) => jobs.recruiter(2).put(`/api/v1/jobs/${id}`, { title: 'Mine now' }),
  'publish-job': (id: unknown) =>
    jobs.recruiter(2).post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(DAY_MS) }),
  'duplicate-job': (id: unknown) => jobs.recruiter(2).post(`/api/v1/jobs/${id}/duplicate`),
  'close-job': (id: unknown) => jobs.recruiter(2).delete(`/api/v1/jobs/${id}`),
}

test.each(Object.entries(calls))(
  "404: %s: another employer's job is byte-identical to a missing one (D-19)",
  async (_name, call) => {
    await jobs.grant(2, 1)
    const ids = [await jobs.createDraft(1), await jobs.createActive(1)]
    const before = await Promise.all(ids.map((id) => jobs.recruiter(1).get(`/api/v1/jobs/${id}`)))
    const missing = await call(2_147_483_647)
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
    for (const id of ids) {
      const foreign = await call(id)
      expect([foreign.status, foreign.text]).toEqual([404, missing.text])
      const names = (response: typeof foreign) => [...response.headers.keys()].sort()
      expect(names(foreign)).toEqual(names(missing))
    }
    const after = await Promise.all(ids.map((id) => jobs.recruiter(1).get(`/api/v1/jobs/${id}`)))
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
    expect(await jobs.debits(2)).toBe(0)
  },
)

test.each(['0', '-1', 'x', '1.5', '2147483648', '99999999999999999999', '01', '1e3', '%00', '%20', '१'])(
  '404: %s is not a valid id (D-04)',
  async (id) => {
    for (const call of Object.values(calls)) {
      const response = await call(id)
      expect([response.status, response.body.code]).toEqual([404, 'not_found'])
    }
    expect((await jobs.internal.get(`/internal/v1/jobs/${id}`)).status).toBe(404)
  },
)

test("lists never contain another employer's jobs (Spec §5.4)", async () => {
  await jobs.createDraft(3)
  expect((await jobs.recruiter(2).get('/api/v1/jobs')).body.total).toBe(0)
  expect((await jobs.recruiter(3).get('/api/v1/jobs')).body.total).toBe(1)
})

test('401: a candidate, a recruiter on an admin or internal path, and an anonymous client (Spec §1)', async () => {
  const id = await jobs.createDraft(1)
  const candidate = jobs.as({ kind: 'candidate', candidateId: 1, keyId: 1, scopes: [] })
  expect((await candidate.get(`/api/v1/jobs/${id}`)).status).toBe(401)
  expect((await jobs.recruiter(1).put(`/admin/v1/jobs/${id}/screening-questions`, [])).status).toBe(401)
  expect((await jobs.recruiter(1).get(`/internal/v1/jobs/${id}`)).status).toBe(401)
  const anonymous = await fetch(`${jobs.url}/api/v1/jobs/${id}`)
  expect([anonymous.status, await anonymous.text()]).toEqual([401, ''])
})
