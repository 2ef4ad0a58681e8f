import type { listEmployerCreditEntries } from '@jobboard/contracts/credits/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsWithLedgers, bootAccountsWithLedgers } from './support/accounts-with-ledgers.ts'
import type { Accounts } from './support/boot-accounts.ts'
import { seededRandom } from './support/seeded-random.ts'

type EntryList = ResponseBody<typeof listEmployerCreditEntries>
type Entry = EntryList['items'][number]

let services: AccountsWithLedgers
let accounts: Accounts
beforeAll(async () => {
  services = await bootAccountsWithLedgers()
  accounts = services.accounts
})
afterAll(() => services.stop())

const path = (id: number, tail = '') => `/admin/v1/employers/${id}/credits${tail}`
const grant = (id: number, kind: string, amount: number, more = {}) =>
  accounts.admin.post(path(id), { kind, amount, ...more })
const send = (id: number, query: string) => accounts.admin.get<EntryList>(path(id, `/entries?${query}`))
const list = async (id: number, query: string) => (await send(id, query)).body
const nameOf = ({ kind, id }: Entry) => `${kind} ${id}`

/** Follows `nextCursor` from the first page to the last. */
async function walkByCursor(id: number, query: string): Promise<EntryList[]> {
  const pages = [await list(id, query)]
  for (let cursor = pages[0]!.nextCursor; cursor; cursor = pages.at(-1)!.nextCursor) {
    pages.push(await list(id, `${query}&cursor=${cursor}`))
  }
  return pages
}

/** The pages 1, 2, 3 … up to the last one with entries. */
async function walkByPage(id: number, query: string): Promise<EntryList[]> {
  const pages: EntryList[] = []
  for (let number = 1; pages.at(-1)?.items.length !== 0; number++) {
    pages.push(await list(id, `${query}&page=${number}`))
  }
  return pages.slice(0, -1)
}

/** Inserts `count` entries in each ledger within 1 000 s, so that many have the same timestamp. */
async function fill(id: number, count: number): Promise<void> {
  for (const { deps } of [services.jobs, services.search]) {
    const kind = deps.name === 'jobs' ? 'JobPosting' : 'CvSearch'
    await deps.db.sql`
      insert into credit_entry (employer_id, kind, amount, balance_after, cause, request_id, created_at)
      select ${id}, ${kind}, 1, i, 'fill', 'r', timestamptz '2024-01-01' + (i * 7919 % 1000) * interval '1 second'
      from generate_series(1, ${count}::int) as i`
  }
}

test('200: the entries of both ledgers are one list, newest first; every page size cuts the same list (D-05, D-64)', async () => {
  const id = await accounts.newEmployer()
  const other = await accounts.newEmployer()
  const kinds = ['JobPosting', 'CvSearch', 'JobPosting', 'JobPosting', 'CvDownload', 'CvDownload', 'CvSearch']
  for (let index = 0; index < 23; index++) {
    await grant(id, kinds[index % kinds.length]!, index + 1, { reason: `no ${index}` })
  }
  await grant(other, 'JobPosting', 1)
  const all = await list(id, 'pageSize=100')
  expect(all).toMatchObject({ total: 23, page: 1, pageSize: 100, nextCursor: null })
  expect(all.items.map(({ amount }) => amount)).toEqual(Array.from({ length: 23 }, (_, index) => 23 - index))
  expect(all.items[0]).toEqual({
    ...{ id: expect.any(Number), kind: 'CvSearch', amount: 23, cause: 'grant: no 22' },
    ...{ requestId: 'test-request', createdAt: expect.stringMatching(/Z$/) },
  })
  for (const pageSize of [2, 5, 7, 22, 23]) {
    for (const walk of [walkByPage, walkByCursor]) {
      const pages = await walk(id, `pageSize=${pageSize}`)
      expect(pages.flatMap(({ items }) => items)).toEqual(all.items)
      expect(pages).toHaveLength(Math.ceil(23 / pageSize))
      expect(pages.every(({ total }) => total === 23)).toBe(true)
    }
  }
  expect(await list(id, 'page=2147483647&pageSize=100')).toEqual({
    ...{ total: 23, page: 2_147_483_647, pageSize: 100, items: [], nextCursor: null },
  })
  const recruiter = accounts.recruiter(id)
  const page = await recruiter.get('/api/v1/employer/credits/entries?page=2&pageSize=5')
  expect(page.body).toEqual(await list(id, 'page=2&pageSize=5'))
  const { nextCursor } = page.body
  const next = await recruiter.get(`/api/v1/employer/credits/entries?pageSize=5&cursor=${nextCursor}`)
  expect(next.body).toEqual({
    ...page.body,
    page: 1,
    items: all.items.slice(10, 15),
    nextCursor: expect.any(String),
  })
})

test('200: with a kind, pages and cursors give the entries of that kind alone', async () => {
  const id = await accounts.newEmployer()
  await fill(id, 25)
  await grant(id, 'CvDownload', 1)
  const { items: all } = await list(id, 'pageSize=100')
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    const ofKind = all.filter((entry) => entry.kind === kind)
    for (const walk of [walkByPage, walkByCursor]) {
      const pages = await walk(id, `pageSize=5&kind=${kind}`)
      expect(pages.flatMap(({ items }) => items)).toEqual(ofKind)
      expect(pages.every(({ total }) => total === ofKind.length)).toBe(true)
      expect(pages.at(-1)!.nextCursor).toBeNull()
    }
    // A cursor marks a place in the list of all kinds, so it can be used with any kind.
    const { nextCursor } = await list(id, 'pageSize=10')
    const rest = await list(id, `pageSize=100&kind=${kind}&cursor=${nextCursor}`)
    expect(rest.items).toEqual(all.slice(10).filter((entry) => entry.kind === kind))
  }
  expect((await send(id, 'kind=Coffee')).status).toBe(400)
})

test('200: on equal timestamps jobs entries come first, then higher ids; deep pages are pages of the same list', async () => {
  const id = await accounts.newEmployer()
  await fill(id, 1_500)
  const pages = await walkByCursor(id, 'pageSize=100')
  const all = pages.flatMap(({ items }) => items)
  const inOrder = all.toSorted(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || b.kind.localeCompare(a.kind) || b.id - a.id,
  )
  expect(new Set(all.map(nameOf)).size).toBe(3_000)
  expect(all).toEqual(inOrder)
  const { below } = seededRandom(7)
  for (let i = 0; i < 20; i++) {
    const pageSize = 1 + below(100)
    const number = 1 + below(Math.ceil(3_000 / pageSize))
    const { items, total } = await list(id, `page=${number}&pageSize=${pageSize}`)
    expect(items, `${number} of ${pageSize}`).toEqual(all.slice((number - 1) * pageSize, number * pageSize))
    expect(total).toBe(3_000)
  }
})

test('200: while both ledgers grow, a walk by cursor gives every earlier entry once, and a page no entry twice', async () => {
  const id = await accounts.newEmployer()
  await fill(id, 200)
  const earlier = (await walkByCursor(id, 'pageSize=100')).flatMap(({ items }) => items.map(nameOf))
  let growing = true
  const grow = async () => {
    for (let i = 0; growing; i++) await grant(id, i % 2 ? 'CvSearch' : 'JobPosting', 1)
  }
  const grown = Promise.all([grow(), grow()])
  try {
    const walked = (await walkByCursor(id, 'pageSize=20')).flatMap(({ items }) => items.map(nameOf))
    expect(new Set(walked).size).toBe(walked.length)
    expect(walked.slice(-earlier.length)).toEqual(earlier)
    for (let i = 0; i < 16; i++) {
      const { items, total } = await list(id, `page=${2 + (i % 8)}&pageSize=20`)
      const dates = items.map(({ createdAt }) => createdAt)
      expect(dates).toEqual(dates.toSorted().reverse())
      expect(new Set(items.map(nameOf)).size).toBe(20)
      expect(total).toBeGreaterThanOrEqual(400)
    }
  } finally {
    growing = false
    await grown
  }
})

test('400: without kind, page ends at 10 000 entries; kind and cursor reach the rest, past the end is 200 (P-46)', async () => {
  const id = await accounts.newEmployer()
  await fill(id, 5_050)
  const last = await send(id, 'page=100&pageSize=100')
  expect([last.status, last.body.items.length, last.body.total]).toEqual([200, 100, 10_100])
  const tooDeep = await accounts.recruiter(id).get('/api/v1/employer/credits/entries?page=101&pageSize=100')
  expect([tooDeep.status, tooDeep.body.code]).toEqual([400, 'invalid_request'])
  expect(tooDeep.body.message).toMatch(
    /^page: .*10000 entries; pass kind, or follow nextCursor with cursor\.$/,
  )
  expect(await list(id, 'page=102&pageSize=100')).toMatchObject({
    total: 10_100,
    items: [],
    nextCursor: null,
  })
  const rest = await list(id, `pageSize=100&cursor=${last.body.nextCursor}`)
  expect([rest.items.length, rest.nextCursor]).toEqual([100, null])
  expect((await list(id, 'page=51&pageSize=100&kind=JobPosting')).items).toHaveLength(50)
})

test.each([
  ['cursor=', 'cursor'],
  ['cursor=abc', 'cursor'],
  ['cursor=MS5jYW5kaWRhdGUuMQ', 'cursor'],
  ['cursor=MS5qb2JzLjE&page=2', 'page'],
  ['page=0', 'page'],
  ['pageSize=101', 'pageSize'],
])('400: %s', async (query, field) => {
  const response = await accounts.admin.get(path(await accounts.newEmployer(), `/entries?${query}`))
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toMatch(new RegExp(`^${field}: `))
})

test('503: without one of the ledgers there is no merged page; the kinds of the other ledger are listed', async () => {
  const id = await accounts.newEmployer()
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) await grant(id, kind, 1)
  const { sql } = services.search.deps.db
  await sql`alter table credit_entry rename to gone`
  try {
    for (const query of ['', 'page=2&pageSize=1', 'page=9', 'kind=CvSearch', 'kind=CvDownload']) {
      const response = await accounts.recruiter(id).get(`/api/v1/employer/credits/entries?${query}`)
      expect([response.status, response.body.code], query).toEqual([503, 'unavailable'])
      expect(response.headers.get('retry-after')).toBe('1')
    }
    expect((await list(id, 'kind=JobPosting')).total).toBe(1)
  } finally {
    await sql`alter table gone rename to credit_entry`
  }
  expect((await list(id, '')).total).toBe(3)
})
