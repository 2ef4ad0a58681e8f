import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CandidateSystem, candidateSystem } from './support/setup.ts'

let system: CandidateSystem
beforeAll(async () => {
  system = await candidateSystem()
})
afterAll(() => system.stop())

const PATH = '/api/v1/me/applications'

test("404: another candidate's application is indistinguishable from a missing one and in no list (D-19)", async () => {
  const owner = await system.newCandidate()
  const other = await system.newCandidate()
  const response = await system
    .asCandidate(owner)
    .post(PATH, { jobId: await system.newJob(1), confirm: true })
  const { id } = response.body.application
  const foreign = await system.asCandidate(other).get(`${PATH}/${id}`)
  const missing = await system.asCandidate(other).get(`${PATH}/2147483647`)
  expect([foreign.status, missing.status]).toEqual([404, 404])
  expect(foreign.text).toBe(missing.text)
  expect((await system.asCandidate(other).get(PATH)).body).toMatchObject({ total: 0, items: [] })
})

test('401: a recruiter calls a candidate endpoint, a candidate calls an admin endpoint', async () => {
  const recruiter = system.services.candidate.as({
    kind: 'recruiter',
    employerId: 1,
    userId: 1,
    keyId: 1,
    scopes: [],
  })
  for (const response of [
    await recruiter.get('/api/v1/me/profile'),
    await recruiter.post(PATH, { jobId: 1, confirm: true }),
    await system.asCandidate(1).post('/admin/v1/candidates', {}),
    await system.asCandidate(1).post('/admin/v1/jobs/1/applications', {}),
  ]) {
    expect([response.status, response.text]).toEqual([401, ''])
  }
})

test('200: a status set by a recruiter reaches the candidate with its time, and filters the list', async () => {
  const id = await system.newCandidate()
  const { application } = (
    await system.asCandidate(id).post(PATH, { jobId: await system.newJob(1), confirm: true })
  ).body
  await system.asCandidate(id).post(PATH, { jobId: await system.newJob(1), confirm: true })
  const path = `/api/v1/applications/${application.id}/status`
  await system.arrived(1, application.id)
  await system.asRecruiter(1).post(path, { status: 'Screened' })
  const moved = await system.asRecruiter(1).post(path, { status: 'Offered' })
  const seen = await eventually('the new status', async () => {
    const { body } = await system.asCandidate(id).get(`${PATH}/${application.id}`)
    return body.status === 'Offered' && body
  })
  expect(seen.updatedAt).toBe(moved.body.changedAt)
  expect((await system.asCandidate(id).get(`${PATH}?status=Offered`)).body).toMatchObject({
    total: 1,
    items: [seen],
  })
  expect((await system.asCandidate(id).get(`${PATH}?status=New`)).body.total).toBe(1)
  expect((await system.asCandidate(id).get(`${PATH}?status=Bored`)).status).toBe(400)
})

test('200: the list is newest first; a page past the end is empty and has the true total (D-05)', async () => {
  const id = await system.newCandidate()
  const ids: number[] = []
  for (let i = 0; i < 3; i++) {
    const { body } = await system.asCandidate(id).post(PATH, { jobId: await system.newJob(1), confirm: true })
    ids.unshift(body.application.id)
  }
  const page = await system.asCandidate(id).get(`${PATH}?page=1&pageSize=2`)
  expect(page.body).toMatchObject({ total: 3, page: 1, pageSize: 2 })
  const all = [
    ...page.body.items,
    ...(await system.asCandidate(id).get(`${PATH}?page=2&pageSize=2`)).body.items,
  ]
  expect(all.map((item: { id: number }) => item.id)).toEqual(ids)
  expect((await system.asCandidate(id).get(`${PATH}?page=9`)).body).toMatchObject({ total: 3, items: [] })
})
