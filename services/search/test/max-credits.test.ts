import { databaseState } from '@jobboard/testkit/database-state'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, type SearchService } from './support/setup.ts'

let searchService: SearchService
beforeAll(async () => {
  searchService = await bootSearch()
  await searchService.receiveProfile(1, { headline: 'Cooper' })
})
afterAll(() => searchService.stop())

const FREE = { 'x-max-credits': '0' }
// Without sequences: a transaction that is rolled back has taken numbers.
const state = async () =>
  Object.entries(await databaseState(searchService.deps.db)).filter(([name]) => !name.endsWith('_seq'))
const search = (headers: Record<string, string>) =>
  searchService.asRecruiter(1).post('/api/v1/candidates/search', { query: 'cooper' }, headers)
const read = (headers: Record<string, string>) =>
  searchService.asRecruiter(1).get('/api/v1/candidates/1', { headers })

test('412: a call that costs more than its caller allows does nothing; what is free is returned (P-475)', async () => {
  await searchService.grant(1, 'CvSearch', 5)
  await searchService.grant(1, 'CvDownload', 5)
  const before = await state()
  const key = { 'idempotency-key': 'one' }
  for (const headers of [FREE, { ...FREE, ...key }, { 'x-max-credits': 'none' }]) {
    expect((await search(headers)).body.code).toBe('precondition_failed')
    expect((await read(headers)).status).toBe(412)
  }
  expect(await state()).toEqual(before)

  const paid = await search({ ...key, 'x-max-credits': '1' })
  expect([paid.status, paid.headers.get('x-credits-cost')]).toEqual([200, '1'])
  const replayed = await search({ ...key, ...FREE })
  expect([replayed.text, replayed.headers.get('x-credits-cost')]).toEqual([paid.text, '0'])
  expect((await read({ 'x-max-credits': '1' })).headers.get('x-credits-cost')).toBe('1')
  const again = await read(FREE)
  expect([again.status, again.headers.get('x-credits-cost')]).toEqual([200, '0'])
  expect(await searchService.balances(1)).toMatchObject({ CvSearch: 4, CvDownload: 4 })
})
