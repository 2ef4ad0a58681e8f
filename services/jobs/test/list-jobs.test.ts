import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs, noSalary } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const list = (query: string, employerId = 1) => jobs.recruiter(employerId).get(`/api/v1/jobs${query}`)

test('200: newest first, then id descending; a page past the end is empty and has the total (D-05)', async () => {
  const ids: number[] = []
  for (let n = 0; n < 7; n++) ids.push(await jobs.createDraft(1, { title: `Job ${n}` }))
  await jobs.deps.db.sql`update job set created_at = '2026-01-01' where id in (${ids[2]}, ${ids[5]})`
  const order = [ids[6], ids[4], ids[3], ids[1], ids[0], ids[5], ids[2]]
  const first = await list('')
  expect(first.body).toMatchObject({ total: 7, page: 1, pageSize: 50 })
  expect(first.body.items.map(({ id }: { id: number }) => id)).toEqual(order)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?page=${page}&pageSize=3`)))
  expect(pages.flatMap(({ body }) => body.items.map(({ id }: { id: number }) => id))).toEqual(order)
  expect(pages.map(({ body }) => [body.total, body.page, body.items.length])).toEqual([
    [7, 1, 3],
    [7, 2, 3],
    [7, 3, 1],
    [7, 4, 0],
  ])
  expect((await list('?page=2147483647&pageSize=100')).body).toEqual({
    total: 7,
    page: 2147483647,
    pageSize: 100,
    items: [],
    nextCursor: null,
  })
  expect((await list('', 404)).body).toEqual({ total: 0, page: 1, pageSize: 50, items: [], nextCursor: null })
  expect(first.body.items[0]).toEqual({
    id: ids[6],
    status: 'Draft',
    title: 'Job 6',
    reference: null,
    city: null,
    country: null,
    employmentType: null,
    remoteType: null,
    ...noSalary,
    postedDate: null,
    expiryDate: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
})

test.each([
  'page=0',
  'page=-1',
  'page=x',
  'page=1.5',
  'page=',
  'page=2147483648',
  'page=99999999999',
  'page=1&page=2',
  'pageSize=0',
  'pageSize=101',
  'pageSize=ten',
  'pageSize=1e1',
  'pageSize=%201',
])('400: ?%s (D-05)', async (query) => {
  const response = await list(`?${query}`)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toContain(query.split('=')[0])
})

test.each(['active', 'Open', '', 'Draft,Active', '%00', 'Draft&status=Active', '__proto__'])(
  '400: ?status=%s names the allowed values (D-06)',
  async (status) => {
    const response = await list(`?status=${status}`)
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    for (const text of ['status', 'Draft', 'Active', 'Closed', 'Expired'])
      expect(response.body.message).toContain(text)
  },
)

test('200: the status filter returns each job under its own status only (D-20)', async () => {
  const draft = await jobs.createDraft(2)
  const active = await jobs.createActive(2, 30 * DAY_MS)
  const closed = await jobs.createActive(2)
  await jobs.recruiter(2).delete(`/api/v1/jobs/${closed}`)
  const expired = await jobs.createActive(2, DAY_MS)
  jobs.deps.clock.advanceTo(2 * DAY_MS)
  for (const [status, id] of Object.entries({
    Draft: draft,
    Active: active,
    Closed: closed,
    Expired: expired,
  })) {
    const { body } = await list(`?status=${status}`, 2)
    expect(body.total).toBe(1)
    expect(body.items).toMatchObject([{ id, status }])
  }
  expect((await list('', 2)).body.total).toBe(4)
})

test('200: pages of a filtered list neither overlap nor skip, and have the total of the filter', async () => {
  const ids: number[] = []
  for (let n = 0; n < 5; n++) {
    ids.push(await jobs.createDraft(5))
    await jobs.recruiter(5).delete(`/api/v1/jobs/${await jobs.createDraft(5)}`)
  }
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => list(`?status=Draft&pageSize=2&page=${page}`, 5)),
  )
  expect(pages.map(({ body }) => body.total)).toEqual([5, 5, 5, 5])
  expect(pages.flatMap(({ body }) => body.items.map(({ id }: { id: number }) => id))).toEqual(
    ids.toReversed(),
  )
})
