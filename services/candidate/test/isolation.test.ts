import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, world } from './support/setup.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.end())

const PATH = '/api/v1/me/applications'

test("404: another candidate's application is the same as a missing one, and in no list (D-19)", async () => {
  const owner = await w.newCandidate()
  const other = await w.newCandidate()
  const answer = await w.me(owner).post(PATH, { jobId: await w.newJob(1), confirm: true })
  const { id } = answer.body.application
  const foreign = await w.me(other).get(`${PATH}/${id}`)
  const missing = await w.me(other).get(`${PATH}/2147483647`)
  expect([foreign.status, missing.status]).toEqual([404, 404])
  expect(foreign.text).toBe(missing.text)
  expect((await w.me(other).get(PATH)).body).toMatchObject({ total: 0, items: [] })
})

test('401: a recruiter has no business on the candidate side, nor a candidate on the admin side', async () => {
  const recruiter = w.services.candidate.as({
    kind: 'recruiter',
    employerId: 1,
    userId: 1,
    keyId: 1,
    scopes: [],
  })
  for (const answer of [
    await recruiter.get('/api/v1/me/profile'),
    await recruiter.post(PATH, { jobId: 1, confirm: true }),
    await w.me(1).post('/admin/v1/candidates', {}),
    await w.me(1).post('/admin/v1/jobs/1/applications', {}),
  ]) {
    expect([answer.status, answer.text]).toEqual([401, ''])
  }
})

test('the status that recruiters give travels back, with its time, and filters the list', async () => {
  const id = await w.newCandidate()
  const { application } = (await w.me(id).post(PATH, { jobId: await w.newJob(1), confirm: true })).body
  await w.me(id).post(PATH, { jobId: await w.newJob(1), confirm: true })
  const path = `/api/v1/applications/${application.id}/status`
  await w.recruiter(1).post(path, { status: 'Screened' })
  const moved = await w.recruiter(1).post(path, { status: 'Offered' })
  const seen = await eventually('the status', async () => {
    const { body } = await w.me(id).get(`${PATH}/${application.id}`)
    return body.status === 'Offered' && body
  })
  expect(seen.updatedAt).toBe(moved.body.changedAt)
  expect((await w.me(id).get(`${PATH}?status=Offered`)).body).toMatchObject({ total: 1, items: [seen] })
  expect((await w.me(id).get(`${PATH}?status=New`)).body.total).toBe(1)
  expect((await w.me(id).get(`${PATH}?status=Bored`)).status).toBe(400)
})

test('the list is newest first; past the end it is empty with the true total (D-05)', async () => {
  const id = await w.newCandidate()
  const ids: number[] = []
  for (let i = 0; i < 3; i++) {
    const { body } = await w.me(id).post(PATH, { jobId: await w.newJob(1), confirm: true })
    ids.unshift(body.application.id)
  }
  const page = await w.me(id).get(`${PATH}?page=1&pageSize=2`)
  expect(page.body).toMatchObject({ total: 3, page: 1, pageSize: 2 })
  const all = [...page.body.items, ...(await w.me(id).get(`${PATH}?page=2&pageSize=2`)).body.items]
  expect(all.map((item: { id: number }) => item.id)).toEqual(ids)
  expect((await w.me(id).get(`${PATH}?page=9`)).body).toMatchObject({ total: 3, items: [] })
})
