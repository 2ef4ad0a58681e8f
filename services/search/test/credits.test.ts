import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, type Searching } from './support/setup.ts'

let searching: Searching
beforeAll(async () => {
  searching = await bootSearch()
  await searching.tell(1, { headline: 'Baker' })
})
afterAll(() => searching.stop())

const credits = ({ headers }: { headers: Headers }) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
]

test('200: each search costs one credit, any page and no hits included, and says so (D-43, D-47)', async () => {
  await searching.grant(1, 'CvSearch', 3)
  expect(credits(await searching.search(1, 'baker'))).toEqual(['1', '2'])
  expect(credits(await searching.search(1, 'baker', { pageNumber: 9 }))).toEqual(['1', '1'])
  expect(credits(await searching.search(1, 'nobody'))).toEqual(['1', '0'])
  const { body } = await searching.internal.get('/internal/v1/employers/1/credits/entries?kind=CvSearch')
  expect(body.items[0]).toMatchObject({ amount: -1, cause: 'search-candidates', requestId: 'test-request' })
})

test('402: without a credit nothing is found and nothing is debited (Spec §7)', async () => {
  const answer = await searching.search(2, 'baker')
  expect([answer.status, answer.body.code, ...credits(answer)]).toEqual([402, 'no_credits', '0', '0'])
  await searching.grant(2, 'CvDownload', 1)
  expect((await searching.search(2, 'baker')).status).toBe(402)
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
])('400: %j is refused with its position, and costs nothing (D-41)', async (query, position) => {
  await searching.grant(3, 'CvSearch', 1)
  const before = await searching.balances(3)
  const answer = await searching.search(3, query)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_query'])
  expect(answer.body.message).toMatch(new RegExp(`\\(position ${position}\\)$`))
  expect(credits(answer)).toEqual(['0', String(before.CvSearch)])
  expect(await searching.balances(3)).toEqual(before)
  expect(await searching.debits(3)).toBe(0)
})

test.each([
  [{}, 'query'],
  [{ query: 7 }, 'query'],
  [{ query: 'a', preferredCountryIds: ['NO'] }, 'preferredCountryIds'],
  [{ query: 'a', activeWithinDays: 0 }, 'activeWithinDays'],
  [{ query: 'a', pageNumber: 0 }, 'pageNumber'],
  [{ query: 'a', pageSize: 101 }, 'pageSize'],
])('400: the body %j is refused and costs nothing', async (body, field) => {
  await searching.grant(4, 'CvSearch', 1)
  const answer = await searching.of(4).post('/api/v1/candidates/search', body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect(answer.body.message).toContain(field)
  expect(await searching.debits(4)).toBe(0)
})

test('200: 40 parallel searches with 25 credits are exactly 25 answers and 15 times 402', async () => {
  await searching.grant(5, 'CvSearch', 25)
  const answers = await Promise.all(Array.from({ length: 40 }, () => searching.search(5, 'baker')))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(25).fill(200), ...Array(15).fill(402)])
  expect(await searching.debits(5)).toBe(25)
  expect((await searching.balances(5)).CvSearch).toBe(0)
})

test('200: a repeat with the same Idempotency-Key gets the first answer and costs nothing (D-60)', async () => {
  await searching.grant(6, 'CvSearch', 5)
  const ask = (query: string) =>
    searching.of(6).post('/api/v1/candidates/search', { query }, { 'idempotency-key': 'once' })
  const first = await ask('baker')
  const all = await Promise.all(Array.from({ length: 10 }, () => ask('baker')))
  for (const again of all)
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      200,
      first.text,
      'true',
    ])
  expect((await ask('other')).status).toBe(422)
  expect(await searching.debits(6)).toBe(1)
})

test.each(['JobPosting', 'Gold'])('400: %s credits do not live here', async (kind) => {
  const body = { operationId: kind, employerId: 7, kind, amount: 1, cause: 'test' }
  const answer = await searching.internal.post('/internal/v1/credits', body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect((await searching.internal.get(`/internal/v1/employers/7/credits/entries?kind=${kind}`)).status).toBe(
    400,
  )
  expect(await searching.balances(7)).toEqual({ CvSearch: 0, CvDownload: 0 })
})
