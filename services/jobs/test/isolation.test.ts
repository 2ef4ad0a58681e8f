import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const calls = {
  'get-job': (id: unknown) => jobs.of(2).get(`/api/v1/jobs/${id}`),
  'update-job': (id: unknown) => jobs.of(2).put(`/api/v1/jobs/${id}`, { title: 'Mine now' }),
  'publish-job': (id: unknown) =>
    jobs.of(2).post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(DAY_MS) }),
  'close-job': (id: unknown) => jobs.of(2).delete(`/api/v1/jobs/${id}`),
}

test.each(Object.entries(calls))(
  "404: %s: another employer's job is byte-identical to a missing one (D-19)",
  async (_name, call) => {
    await jobs.grant(2, 1)
    const ids = [await jobs.draft(1), await jobs.active(1)]
    const before = await Promise.all(ids.map((id) => jobs.of(1).get(`/api/v1/jobs/${id}`)))
    const missing = await call(2_147_483_647)
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
    for (const id of ids) {
      const foreign = await call(id)
      expect([foreign.status, foreign.text]).toEqual([404, missing.text])
      const names = (answer: typeof foreign) => [...answer.headers.keys()].sort()
      expect(names(foreign)).toEqual(names(missing))
    }
    const after = await Promise.all(ids.map((id) => jobs.of(1).get(`/api/v1/jobs/${id}`)))
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
    expect(await jobs.debits(2)).toBe(0)
  },
)

test.each(['0', '-1', 'x', '1.5', '2147483648', '99999999999999999999', '01', '1e3', '%00', '%20', '१'])(
  '404: %s is no id (D-04)',
  async (id) => {
    for (const call of Object.values(calls)) {
      const answer = await call(id)
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
    expect((await jobs.internal.get(`/internal/v1/jobs/${id}`)).status).toBe(404)
  },
)

test("another employer's jobs are in no list", async () => {
  await jobs.draft(3)
  expect((await jobs.of(2).get('/api/v1/jobs')).body.total).toBe(0)
  expect((await jobs.of(3).get('/api/v1/jobs')).body.total).toBe(1)
})

test('401: a candidate, a recruiter on the admin path, and nobody at all', async () => {
  const id = await jobs.draft(1)
  const candidate = jobs.as({ kind: 'candidate', candidateId: 1, keyId: 1, scopes: [] })
  expect((await candidate.get(`/api/v1/jobs/${id}`)).status).toBe(401)
  expect((await jobs.of(1).put(`/admin/v1/jobs/${id}/screening-questions`, [])).status).toBe(401)
  expect((await jobs.of(1).get(`/internal/v1/jobs/${id}`)).status).toBe(401)
  const nobody = await fetch(`${jobs.url}/api/v1/jobs/${id}`)
  expect([nobody.status, await nobody.text()]).toEqual([401, ''])
})
