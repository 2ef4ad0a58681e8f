import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootLedgers, type Ledgers } from './support/ledgers.ts'
import { seeded } from './support/seeded.ts'
import type { Accounts } from './support/setup.ts'

let ledgers: Ledgers
let accounts: Accounts
beforeAll(async () => {
  ledgers = await bootLedgers()
  accounts = ledgers.accounts
})
afterAll(() => ledgers.stop())

const path = (id: number, tail = '') => `/admin/v1/employers/${id}/credits${tail}`
const grant = (id: number, kind: string, amount: number, more = {}) =>
  accounts.admin.post(path(id), { kind, amount, ...more })
const page = async (id: number, query: string) =>
  (await accounts.admin.get(path(id, `/entries?${query}`))).body

test('200: the entries of both ledgers are one list, newest first; every page size cuts the same list (D-05, D-64)', async () => {
  const id = await accounts.employer()
  const other = await accounts.employer()
  const kinds = ['JobPosting', 'CvSearch', 'JobPosting', 'JobPosting', 'CvDownload', 'CvDownload', 'CvSearch']
  for (let index = 0; index < 23; index++) {
    await grant(id, kinds[index % kinds.length]!, index + 1, { reason: `no ${index}` })
  }
  await grant(other, 'JobPosting', 1)
  const get = (query: string) => page(id, query)
  const all = await get('pageSize=100')
  expect(all).toMatchObject({ total: 23, page: 1, pageSize: 100 })
  expect(all.items.map((entry: { amount: number }) => entry.amount)).toEqual(
    Array.from({ length: 23 }, (_, index) => 23 - index),
  )
  expect(all.items[0]).toEqual({
    ...{
      id: expect.any(Number),
      kind: 'CvSearch',
      amount: 23,
      cause: 'grant: no 22',
      requestId: 'test-request',
    },
    createdAt: expect.stringMatching(/Z$/),
  })
  for (const pageSize of [1, 2, 3, 5, 7, 22, 23]) {
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(23 / pageSize) }, (_, index) =>
        get(`page=${index + 1}&pageSize=${pageSize}`),
      ),
    )
    expect(
      pages.flatMap(({ items }) => items),
      `pageSize ${pageSize}`,
    ).toEqual(all.items)
    expect(pages.every(({ total }) => total === 23)).toBe(true)
  }
  expect(await get('page=2147483647&pageSize=100')).toEqual({
    total: 23,
    page: 2147483647,
    pageSize: 100,
    items: [],
  })
  const searches = await get('kind=CvSearch&pageSize=2')
  expect(searches.total).toBe(all.items.filter((entry: { kind: string }) => entry.kind === 'CvSearch').length)
  expect((await accounts.of(id).get('/api/v1/employer/credits/entries?page=2&pageSize=5')).body).toEqual(
    await get('page=2&pageSize=5'),
  )
  expect((await accounts.of(id).get('/api/v1/employer/credits/entries?kind=Coffee')).status).toBe(400)
})

/** As many entries in both ledgers, in the same few seconds, so that many have the same date. */
async function fill(id: number, count: number): Promise<void> {
  for (const { deps } of [ledgers.jobs, ledgers.search]) {
    const kind = deps.name === 'jobs' ? 'JobPosting' : 'CvSearch'
    await deps.db.sql`
      insert into credit_entry (employer_id, kind, amount, balance_after, cause, request_id, created_at)
      select ${id}, ${kind}, 1, i, 'fill', 'r', timestamptz '2024-01-01' + (i * 7919 % 1000) * interval '1 second'
      from generate_series(1, ${count}::int) as i`
  }
}

test('200: deep pages, at their borders, are the pages of one list; on equal dates JobPosting goes first', async () => {
  const id = await accounts.employer()
  await fill(id, 1_500)
  const all: { id: number; kind: string; createdAt: string }[] = []
  for (let number = 1; number <= 30; number++)
    all.push(...(await page(id, `page=${number}&pageSize=100`)).items)
  const place = ({ createdAt, kind, id: entry }: (typeof all)[number]) => [createdAt, kind, entry] as const
  const wanted = all.toSorted((a, b) => {
    const [left, right] = [place(a), place(b)]
    const byDate = right[0].localeCompare(left[0])
    return byDate || right[1].localeCompare(left[1]) || right[2] - left[2]
  })
  expect(all).toHaveLength(3_000)
  expect(all.map(place)).toEqual(wanted.map(place))
  const { below } = seeded(7)
  for (let i = 0; i < 20; i++) {
    const pageSize = 1 + below(100)
    const number = 1 + below(Math.ceil(3_000 / pageSize))
    const { items, total } = await page(id, `page=${number}&pageSize=${pageSize}`)
    expect(items, `${number} of ${pageSize}`).toEqual(all.slice((number - 1) * pageSize, number * pageSize))
    expect(total).toBe(3_000)
  }
})

test('200: while both ledgers grow, a page is in order and shows no entry twice', async () => {
  const id = await accounts.employer()
  await fill(id, 200)
  let growing = true
  const grow = async () => {
    for (let i = 0; growing; i++) await grant(id, i % 2 ? 'CvSearch' : 'JobPosting', 1)
  }
  const grown = Promise.all([grow(), grow()])
  try {
    for (let i = 0; i < 40; i++) {
      const { items, total } = await page(id, `page=${2 + (i % 8)}&pageSize=20`)
      const dates = items.map(({ createdAt }: { createdAt: string }) => createdAt)
      expect(dates).toEqual(dates.toSorted().reverse())
      expect(
        new Set(items.map((entry: { kind: string; id: number }) => `${entry.kind} ${entry.id}`)).size,
      ).toBe(20)
      expect(total).toBeGreaterThanOrEqual(400)
    }
  } finally {
    growing = false
    await grown
  }
})

test('503: without one of the ledgers there is no page and no total; the kinds of the other one are there', async () => {
  const id = await accounts.employer()
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) await grant(id, kind, 1)
  const { sql } = ledgers.search.deps.db
  await sql`alter table credit_entry rename to gone`
  try {
    for (const query of ['', 'page=2&pageSize=1', 'page=9', 'kind=CvSearch', 'kind=CvDownload']) {
      const answer = await accounts.of(id).get(`/api/v1/employer/credits/entries?${query}`)
      expect([answer.status, answer.body.code], query).toEqual([503, 'unavailable'])
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect((await page(id, 'kind=JobPosting')).total).toBe(1)
  } finally {
    await sql`alter table gone rename to credit_entry`
  }
  expect((await page(id, '')).total).toBe(3)
})
