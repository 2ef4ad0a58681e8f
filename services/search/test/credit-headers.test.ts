import type { HttpResponse } from '@jobboard/testkit/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, type SearchService } from './support/setup.ts'

let searchService: SearchService
beforeAll(async () => {
  searchService = await bootSearch()
  await searchService.receiveProfile(1, { headline: 'Baker' })
})
afterAll(() => searchService.stop())

const creditHeaders = ({ headers }: HttpResponse) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
  headers.get('idempotency-replayed'),
]
const search = (body: unknown, headers = {}) =>
  searchService.asRecruiter(1).send('POST', '/api/v1/candidates/search', { body, headers })
const read = (id: unknown) => searchService.asRecruiter(1).get(`/api/v1/candidates/${id}`)

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
    const before = (await searchService.balances(1))[kind]
    await searchService.grant(1, kind, 2)
    const response = await call()
    expect(`${response.status} ${response.body.code}`).toBe(code)
    expect(creditHeaders(response)).toEqual(['0', String(before + 2), null])
    expect(await searchService.debits(1)).toBe(0)
  },
)

test('200: a replay costs nothing and its headers state the current balance (D-43, D-47)', async () => {
  await searchService.grant(2, 'CvSearch', 3)
  const post = (headers = {}) =>
    searchService.asRecruiter(2).post('/api/v1/candidates/search', { query: 'baker' }, headers)
  const key = { 'idempotency-key': 'once' }
  expect(creditHeaders(await post(key))).toEqual(['1', '2', null])
  expect(creditHeaders(await post())).toEqual(['1', '1', null])
  expect(creditHeaders(await post(key))).toEqual(['0', '1', 'true'])
})
