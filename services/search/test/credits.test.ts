import type { HttpResponse } from '@jobboard/testkit/client'
import { databaseState } from '@jobboard/testkit/database-state'
import { expect, test } from 'vitest'
import { startSearch } from './support/setup.ts'

const searchService = await startSearch()
await searchService.receiveProfile(1, { headline: 'Baker' })

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

const creditHeaders = ({ headers }: HttpResponse) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
  headers.get('idempotency-replayed'),
]
const search = (body: unknown, headers = {}) =>
  searchService.asRecruiter(31).send('POST', '/api/v1/candidates/search', { body, headers })
const read = (id: unknown) => searchService.asRecruiter(31).get(`/api/v1/candidates/${id}`)

const refusals: [
  code: string,
  kind: 'CvSearch' | 'CvDownload',
  call: () => Promise<HttpResponse<{ code: string }>>,
][] = [
  ['400 invalid_request', 'CvSearch', () => search({ query: 7 })],
  ['400 invalid_request', 'CvSearch', () => search('{"query":')],
  ['400 invalid_query', 'CvSearch', () => search({ query: '(' })],
  ['413 payload_too_large', 'CvSearch', () => search({ query: 'x'.repeat(1_048_577) })],
  ['415 unsupported_media_type', 'CvSearch', () => search({ query: 'a' }, { 'content-type': 'text/plain' })],
  ['404 not_found', 'CvDownload', () => read('x')],
  ['404 not_found', 'CvDownload', () => read(2_000_000_000)],
]

test.each(refusals)(
  '%s: the headers state that no %s credit was spent and the balance (D-47)',
  async (code, kind, call) => {
    const before = (await searchService.balances(31))[kind]
    await searchService.grant(31, kind, 2)
    const response = await call()
    expect(`${response.status} ${response.body.code}`).toBe(code)
    expect(creditHeaders(response)).toEqual(['0', String(before + 2), null])
    expect(await searchService.debits(31)).toBe(0)
  },
)

test('200: a replay costs nothing and its headers state the current balance (D-43, D-47)', async () => {
  await searchService.grant(32, 'CvSearch', 3)
  const post = (headers = {}) =>
    searchService.asRecruiter(32).post('/api/v1/candidates/search', { query: 'baker' }, headers)
  const key = { 'idempotency-key': 'once' }
  expect(creditHeaders(await post(key))).toEqual(['1', '2', null])
  expect(creditHeaders(await post())).toEqual(['1', '1', null])
  expect(creditHeaders(await post(key))).toEqual(['0', '1', 'true'])
})

const FREE = { 'x-max-credits': '0' }
// Without sequences: a transaction that is rolled back has taken numbers.
const state = async () =>
  Object.entries(await databaseState(searchService.deps.db)).filter(([name]) => !name.endsWith('_seq'))
const searchUpTo = (headers: Record<string, string>) =>
  searchService.asRecruiter(33).post('/api/v1/candidates/search', { query: 'baker' }, headers)
const readUpTo = (headers: Record<string, string>) =>
  searchService.asRecruiter(33).get('/api/v1/candidates/1', { headers })

test('412: a call that costs more than its caller allows does nothing; what is free is returned (P-475)', async () => {
  await searchService.grant(33, 'CvSearch', 5)
  await searchService.grant(33, 'CvDownload', 5)
  const before = await state()
  const key = { 'idempotency-key': 'one' }
  for (const headers of [FREE, { ...FREE, ...key }, { 'x-max-credits': 'none' }]) {
    expect((await searchUpTo(headers)).body.code).toBe('precondition_failed')
    expect((await readUpTo(headers)).status).toBe(412)
  }
  expect(await state()).toEqual(before)

  const paid = await searchUpTo({ ...key, 'x-max-credits': '1' })
  expect([paid.status, paid.headers.get('x-credits-cost')]).toEqual([200, '1'])
  const replayed = await searchUpTo({ ...key, ...FREE })
  expect([replayed.text, replayed.headers.get('x-credits-cost')]).toEqual([paid.text, '0'])
  expect((await readUpTo({ 'x-max-credits': '1' })).headers.get('x-credits-cost')).toBe('1')
  const again = await readUpTo(FREE)
  expect([again.status, again.headers.get('x-credits-cost')]).toEqual([200, '0'])
  expect(await searchService.balances(33)).toMatchObject({ CvSearch: 4, CvDownload: 4 })
})
