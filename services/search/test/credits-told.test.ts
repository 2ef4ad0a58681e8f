import type { HttpResponse } from '@jobboard/testkit/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, type Searching } from './support/setup.ts'

let searching: Searching
beforeAll(async () => {
  searching = await bootSearch()
  await searching.tell(1, { headline: 'Baker' })
})
afterAll(() => searching.stop())

const told = ({ headers }: HttpResponse) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
  headers.get('idempotency-replayed'),
]
const search = (body: unknown, headers = {}) =>
  searching.of(1).send('POST', '/api/v1/candidates/search', { body, headers })
const read = (id: unknown) => searching.of(1).get(`/api/v1/candidates/${id}`)

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
  '%s: tells that no %s credit was spent and what is left (D-47)',
  async (code, kind, call) => {
    const before = (await searching.balances(1))[kind]
    await searching.grant(1, kind, 2)
    const answer = await call()
    expect(`${answer.status} ${answer.body.code}`).toBe(code)
    expect(told(answer)).toEqual(['0', String(before + 2), null])
    expect(await searching.debits(1)).toBe(0)
  },
)

test('200: a replay costs nothing and tells what is left now (D-43, D-47)', async () => {
  await searching.grant(2, 'CvSearch', 3)
  const ask = (headers = {}) => searching.of(2).post('/api/v1/candidates/search', { query: 'baker' }, headers)
  const key = { 'idempotency-key': 'once' }
  expect(told(await ask(key))).toEqual(['1', '2', null])
  expect(told(await ask())).toEqual(['1', '1', null])
  expect(told(await ask(key))).toEqual(['0', '1', 'true'])
})
