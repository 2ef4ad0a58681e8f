import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, type SearchService } from './support/setup.ts'

let searchService: SearchService
beforeAll(async () => {
  searchService = await bootSearch()
  await searchService.receiveProfile(1, { headline: 'Baker' })
})
afterAll(() => searchService.stop())

const credits = ({ headers }: { headers: Headers }) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
]

test('200: each search costs one credit, whichever page and without hits, and states it in headers (D-43, D-47)', async () => {
  await searchService.grant(1, 'CvSearch', 3)
  expect(credits(await searchService.search(1, 'baker'))).toEqual(['1', '2'])
  expect(credits(await searchService.search(1, 'baker', { pageNumber: 9 }))).toEqual(['1', '1'])
  expect(credits(await searchService.search(1, 'nobody'))).toEqual(['1', '0'])
  const { body } = await searchService.internal.get('/internal/v1/employers/1/credits/entries?kind=CvSearch')
  expect(body.items[0]).toMatchObject({ amount: -1, cause: 'search-candidates', requestId: 'test-request' })
})

test('402: without a credit there is no result and no debit (Spec §7)', async () => {
  const response = await searchService.search(2, 'baker')
  expect([response.status, response.body.code, ...credits(response)]).toEqual([402, 'no_credits', '0', '0'])
  await searchService.grant(2, 'CvDownload', 1)
  expect((await searchService.search(2, 'baker')).status).toBe(402)
})

test.each([
  ['', 0],
  ['   ', 0],
  ['java AND', 5],
  ['(java', 0],
  ['java)', 4],
  ['java "c', 5],
  ['NOT java', 0],
  ['java OR NOT c', 8],
  ['ja, c', 2],
  ['*java', 0],
  ['name:ada', 0],
  ['x'.repeat(2001), 2000],
  ['ja\u0000va', 2],
  ['java \u0085', 5],
  ['java \ud83d', 5],
])('400: %j is refused with its position, and costs nothing (D-41)', async (query, position) => {
  await searchService.grant(3, 'CvSearch', 1)
  const before = await searchService.balances(3)
  const response = await searchService.search(3, query)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_query'])
  expect(response.body.message).toMatch(new RegExp(`\\(position ${position}\\)$`))
  expect(credits(response)).toEqual(['0', String(before.CvSearch)])
  expect(await searchService.balances(3)).toEqual(before)
  expect(await searchService.debits(3)).toBe(0)
})

test.each([
  [{}, 'query'],
  [{ query: 7 }, 'query'],
  [{ query: 'a', preferredCountryIds: ['NO'] }, 'preferredCountryIds'],
  [{ query: 'a', preferredCountryIds: [840, 841] }, 'preferredCountryIds.1: must be an ISO 3166-1 numeric'],
  [{ query: 'a', activeWithinDays: 0 }, 'activeWithinDays'],
  [{ query: 'a', pageNumber: 0 }, 'pageNumber'],
  [{ query: 'a', page: 0 }, 'page'],
  [{ query: 'a', page: 2, pageNumber: 1 }, 'page'],
  [{ query: 'a', pageSize: 101 }, 'pageSize'],
])('400: the body %j is refused and costs nothing', async (body, field) => {
  await searchService.grant(4, 'CvSearch', 1)
  const response = await searchService.asRecruiter(4).post('/api/v1/candidates/search', body)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toContain(field)
  expect(await searchService.debits(4)).toBe(0)
})

test('40 concurrent searches with 25 credits: exactly 25 x 200 and 15 x 402', async () => {
  await searchService.grant(5, 'CvSearch', 25)
  const responses = await Promise.all(Array.from({ length: 40 }, () => searchService.search(5, 'baker')))
  const statuses = responses.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(25).fill(200), ...Array(15).fill(402)])
  expect(await searchService.debits(5)).toBe(25)
  expect((await searchService.balances(5)).CvSearch).toBe(0)
})

test('200: a repeat with the same Idempotency-Key gets the stored response and costs nothing (D-60)', async () => {
  await searchService.grant(6, 'CvSearch', 5)
  const post = (query: string) =>
    searchService.asRecruiter(6).post('/api/v1/candidates/search', { query }, { 'idempotency-key': 'once' })
  const first = await post('baker')
  const repeats = await Promise.all(Array.from({ length: 10 }, () => post('baker')))
  for (const repeat of repeats)
    expect([repeat.status, repeat.text, repeat.headers.get('idempotency-replayed')]).toEqual([
      200,
      first.text,
      'true',
    ])
  expect((await post('other')).status).toBe(422)
  expect(await searchService.debits(6)).toBe(1)
})

test.each(['JobPosting', 'Gold'])('400: the search service has no %s credits', async (kind) => {
  const body = { operationId: kind, employerId: 7, kind, amount: 1, cause: 'test' }
  const response = await searchService.internal.post('/internal/v1/credits', body)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(
    (await searchService.internal.get(`/internal/v1/employers/7/credits/entries?kind=${kind}`)).status,
  ).toBe(400)
  expect(await searchService.balances(7)).toEqual({ CvSearch: 0, CvDownload: 0 })
})
