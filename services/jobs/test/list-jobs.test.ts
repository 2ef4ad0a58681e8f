import { retrying } from '@jobboard/testkit/retrying-client'
import { expect, test } from 'vitest'
import { listJobs } from '../src/jobs/list-store.ts'
import { DAY_MS, noSalary, startJobs } from './support/setup.ts'

const jobs = await startJobs()

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

type Page = { total: number; items: { id: number; updatedAt: string }[]; nextCursor: string | null }
const listOf = (employerId: number, query: string) =>
  retrying(jobs.recruiter(employerId)).get(`/api/v1/jobs?${query}`)
const idsOf = ({ items }: Page) => items.map(({ id }) => id)

/** Every page by cursor. */
async function follow(employerId: number, query: string): Promise<number[]> {
  const found: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body }: { body: Page } = await listOf(employerId, `${query}${cursor && `&cursor=${cursor}`}`)
    found.push(...idsOf(body))
    cursor = body.nextCursor
  }
  return found
}

test('200: by cursor every job comes once, newest first, also those created in one moment', async () => {
  const ids: number[] = []
  for (let n = 0; n < 7; n++) ids.push(await jobs.createDraft(21))
  await jobs.deps.db
    .sql`update job set created_at = '2026-01-01' where id in (${ids[1]}, ${ids[3]}, ${ids[6]})`
  const order = [5, 4, 2, 0, 6, 3, 1].map((n) => ids[n])
  for (const pageSize of [1, 2, 3, 7]) expect(await follow(21, `pageSize=${pageSize}`)).toEqual(order)
  expect(await follow(21, 'pageSize=2&status=Active')).toEqual([])
  const { body } = await listOf(21, 'pageSize=2')
  expect((await listOf(21, `pageSize=2&cursor=${body.nextCursor}`)).body).toMatchObject({ total: 7, page: 1 })
  // A cursor is a place, no permission.
  expect((await listOf(404, `cursor=${body.nextCursor}`)).body).toMatchObject({ total: 0, items: [] })
})

test('200: reference finds the jobs with exactly this reference, of the own employer', async () => {
  const own = await jobs.createDraft(22, { title: 'Baker', reference: 'BK-7' })
  const again = await jobs.createDraft(22, { title: 'Baker', reference: 'BK-7' })
  await jobs.createDraft(22, { title: 'Baker', reference: 'bk-7' })
  await jobs.createDraft(22, { title: 'Baker', reference: 'BK-70' })
  await jobs.createDraft(22)
  await jobs.createDraft(23, { title: 'Baker', reference: 'BK-7' })
  expect((await listOf(22, 'reference=BK-7')).body).toMatchObject({
    total: 2,
    items: [{ id: again }, { id: own }],
  })
  expect(idsOf((await listOf(22, 'reference=%20BK-7%20&status=Draft&pageSize=1')).body)).toEqual([again])
  expect((await listOf(22, 'reference=BK-7&status=Closed')).body.total).toBe(0)
  await jobs.recruiter(22).put(`/api/v1/jobs/${again}`, { reference: 'BK-8' })
  expect(idsOf((await listOf(22, 'reference=BK-7')).body)).toEqual([own])
})

test('200: updatedSince finds what changed at or after that time, and what expired since, before and after it is stored', async () => {
  const before = await jobs.createDraft(24)
  const expiring = await jobs.createActive(24, DAY_MS)
  const since = (days: number) => new Date(jobs.deps.clock.now().getTime() + days * DAY_MS).toISOString()
  const halfADay = since(0.5)
  expect(idsOf((await listOf(24, `updatedSince=${halfADay}`)).body)).toEqual([])
  // The timer, which stores an expiry, runs by the clock; the list is as of the time that it is given.
  const later = { updatedSince: new Date(halfADay), offset: 0, limit: 50, now: new Date(since(2)) }
  expect(await listJobs(jobs.deps.db.sql, 24, later)).toMatchObject({ total: 1, items: [{ id: expiring }] })
  jobs.deps.clock.advanceTo(jobs.deps.clock.offsetMs + 2 * DAY_MS)
  const { body } = await listOf(24, `updatedSince=${halfADay}`)
  expect([idsOf(body), body.total]).toEqual([[expiring], 1])
  const at = body.items[0].updatedAt
  expect(idsOf((await listOf(24, `updatedSince=${at}&status=Expired`)).body)).toEqual([expiring])
  const justAfter = new Date(Date.parse(at) + 1).toISOString()
  expect((await listOf(24, `updatedSince=${justAfter}`)).body.total).toBe(0)
  await jobs.recruiter(24).put(`/api/v1/jobs/${before}`, { title: 'Changed' })
  expect(await follow(24, `updatedSince=${halfADay}&pageSize=1`)).toEqual([expiring, before])
  expect(idsOf((await listOf(24, `updatedSince=${justAfter}`)).body)).toEqual([before])
  expect((await listOf(404, `updatedSince=${halfADay}`)).body.total).toBe(0)
})

test('200: expiresBefore finds the jobs whose expiryDate is before that time, and no draft', async () => {
  await jobs.createDraft(28)
  const soon = await jobs.createActive(28, DAY_MS)
  const later = await jobs.createActive(28, 20 * DAY_MS)
  const { expiryDate } = (await jobs.recruiter(28).get(`/api/v1/jobs/${later}`)).body
  const inAWeek = new Date(jobs.deps.clock.now().getTime() + 7 * DAY_MS).toISOString()
  const { body } = await listOf(28, `status=Active&expiresBefore=${inAWeek}`)
  expect([idsOf(body), body.total]).toEqual([[soon], 1])
  expect(idsOf((await listOf(28, `expiresBefore=${expiryDate}`)).body)).toEqual([soon])
  const justAfter = new Date(Date.parse(expiryDate) + 1).toISOString()
  expect(await follow(28, `expiresBefore=${justAfter}&pageSize=1`)).toEqual([later, soon])
})

test.each([
  ...['cursor=', 'cursor=x', 'cursor=%00', 'cursor=💥', 'cursor=MTIzLjIxNDc0ODM2NDg', 'cursor=a&cursor=b'],
  ...[
    'reference=',
    'reference=%20',
    'reference=%00',
    `reference=${'x'.repeat(201)}`,
    'reference=a&reference=b',
  ],
  ...['updatedSince=', 'updatedSince=yesterday', 'updatedSince=2020-01-01', 'updatedSince=%00'],
  ...['expiresBefore=', 'expiresBefore=tomorrow'],
])('400: ?%s is rejected by name', async (query) => {
  const { status, body } = await listOf(25, query)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toMatch(new RegExp(`^${query.split('=')[0]}: .*must`))
})

test('400: a cursor with a page', async () => {
  for (let n = 0; n < 2; n++) await jobs.createDraft(26)
  const { nextCursor } = (await listOf(26, 'pageSize=1')).body
  expect((await listOf(26, `cursor=${nextCursor}&page=2`)).body.message).toMatch(/^page: must/)
  expect((await listOf(26, `cursor=${nextCursor}&page=1`)).status).toBe(200)
})

test('followed by cursor while 20 writers change and create jobs, each job that was there comes exactly once', async () => {
  const ids: number[] = []
  for (let n = 0; n < 30; n++) ids.push(await jobs.createDraft(27))
  // Retrying: a busy machine refuses some requests with 503.
  const recruiter = retrying(jobs.recruiter(27))
  const reading = new AbortController()
  const since = '2000-01-01T00:00:00Z'
  const writers = Array.from({ length: 20 }, async (_, n) => {
    let writes = 0
    do {
      const path = `/api/v1/jobs/${ids[(n * 7 + writes) % ids.length]}`
      expect((await recruiter.put(path, { title: `Keeper ${n} ${writes++}` })).status).toBe(200)
      if (n % 5 === 0) await jobs.createDraft(27)
    } while (!reading.signal.aborted)
    return writes
  })
  try {
    for (const filter of ['', 'status=Draft&', `updatedSince=${since}&`]) {
      const found = await follow(27, `${filter}pageSize=3`)
      expect(found.toSorted((a, b) => a - b).filter((id) => ids.includes(id))).toEqual(ids)
      expect(new Set(found).size).toBe(found.length)
    }
  } finally {
    reading.abort()
  }
  for (const writes of await Promise.all(writers)) expect(writes).toBeGreaterThan(0)
})

test('200: a reference is found in composed and decomposed accents, and returned as it was sent (P-595)', async () => {
  const [composed, decomposed] = ['M\u00fc-\u00e9', 'M\u00fc-e\u0301']
  const sent = await jobs.createDraft(25, { title: 'Baker', reference: decomposed })
  const older = await jobs.createDraft(25, { title: 'Baker', reference: composed })
  for (const reference of [composed, decomposed]) {
    const { body } = await listOf(25, `reference=${encodeURIComponent(reference)}`)
    expect(idsOf(body)).toEqual([older, sent])
  }
  expect((await jobs.recruiter(25).get(`/api/v1/jobs/${sent}`)).body.reference).toBe(decomposed)
})
