import { expect, test } from 'vitest'
import { DAY_MS, startSearch, testProfile } from './support/setup.ts'

const searchService = await startSearch()

const read = (employerId: number, id: number | string, headers: Record<string, string> = {}) =>
  searchService.asRecruiter(employerId).get(`/api/v1/candidates/${id}`, { headers })
const credits = ({ headers }: { headers: Headers }) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
]
const unlockedFlags = async (employerId: number, query: string) => {
  await searchService.grant(employerId, 'CvSearch', 1)
  return (await searchService.search(employerId, query)).body.items.map(({ isUnlocked }) => isUnlocked)
}

test('200: the first read costs a credit and returns the full profile; reads are free for 30 days (D-45)', async () => {
  await searchService.receiveProfile(1, { headline: 'Glazier', summary: 'Glass.' })
  await searchService.grant(1, 'CvDownload', 2)
  const at = searchService.deps.clock.now().getTime()
  const first = await read(1, 1)
  expect([first.status, ...credits(first)]).toEqual([200, '1', '1'])
  expect(first.body).toMatchObject(testProfile(1, { headline: 'Glazier', summary: 'Glass.' }))
  const until = Date.parse(first.body.unlockedUntil)
  expect(until).toBeGreaterThanOrEqual(at + 30 * DAY_MS)
  await searchService.advanceClock(29 * DAY_MS)
  const again = await read(1, 1)
  expect([again.status, ...credits(again)]).toEqual([200, '0', '1'])
  expect(again.body.unlockedUntil).toBe(first.body.unlockedUntil)
  expect(await unlockedFlags(1, 'glazier')).toEqual([true])
  await searchService.advanceClock(1 * DAY_MS)
  expect(await unlockedFlags(1, 'glazier')).toEqual([false])
  const later = await read(1, 1)
  expect([later.status, ...credits(later)]).toEqual([200, '1', '0'])
  expect(Date.parse(later.body.unlockedUntil)).toBeGreaterThanOrEqual(until + 30 * DAY_MS)
  expect(await unlockedFlags(1, 'glazier')).toEqual([true])
})

test('200: 20 concurrent first reads of one candidate cost one credit', async () => {
  await searchService.receiveProfile(2)
  await searchService.grant(2, 'CvDownload', 20)
  const responses = await Promise.all(Array.from({ length: 20 }, () => read(2, 2)))
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(responses.map((response) => credits(response)[0]).toSorted()).toEqual([...Array(19).fill('0'), '1'])
  expect(await searchService.debits(2)).toBe(1)
  await searchService.advanceClock(31 * DAY_MS)
  await Promise.all(Array.from({ length: 20 }, () => read(2, 2)))
  expect(await searchService.debits(2)).toBe(2)
})

test('30 concurrent first reads of 10 candidates with 4 credits: exactly 4 candidates are unlocked', async () => {
  for (let id = 30; id < 40; id++) await searchService.receiveProfile(id)
  await searchService.grant(3, 'CvDownload', 4)
  const ids = Array.from({ length: 30 }, (_, i) => 30 + (i % 10))
  const responses = await Promise.all(ids.map(async (id) => ({ id, ...(await read(3, id)) })))
  const unlockedIds = new Set(responses.filter(({ status }) => status === 200).map(({ id }) => id))
  expect(unlockedIds.size).toBe(4)
  for (const { id, status } of responses) expect([200, unlockedIds.has(id) ? 200 : 402]).toContain(status)
  expect(await searchService.debits(3)).toBe(4)
  expect((await searchService.balances(3)).CvDownload).toBe(0)
})

test('402: without a credit no window opens, not for the next read either; with a credit it opens', async () => {
  await searchService.receiveProfile(4, { headline: 'Tinsmith' })
  const response = await read(4, 4)
  expect([response.status, response.body.code, ...credits(response)]).toEqual([402, 'no_credits', '0', '0'])
  expect(response.text).not.toContain(testProfile(4).email)
  expect(await unlockedFlags(4, 'tinsmith')).toEqual([false])
  expect((await read(4, 4)).status).toBe(402)
  await searchService.grant(4, 'CvDownload', 1)
  expect(credits(await read(4, 4))).toEqual(['1', '0'])
})

test('402: an unlock by one employer does not count for another', async () => {
  await searchService.receiveProfile(5, { headline: 'Cooper' })
  await searchService.grant(5, 'CvDownload', 1)
  expect((await read(5, 5)).status).toBe(200)
  expect((await read(6, 5)).status).toBe(402)
  expect(await unlockedFlags(5, 'cooper')).toEqual([true])
  expect(await unlockedFlags(6, 'cooper')).toEqual([false])
  expect((await searchService.asRecruiter(6).get('/api/v1/candidates/5/preview')).body.isUnlocked).toBe(false)
})

test('404: unknown, hidden and malformed ids are indistinguishable and cost nothing (D-04, D-19, D-45, P-20)', async () => {
  await searchService.receiveProfile(7, { isSearchable: false })
  await searchService.grant(7, 'CvDownload', 1)
  const responses = await Promise.all([7, 123_456, '0', 'x', '2147483648', '-1'].map((id) => read(7, id)))
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(responses[0]!.body.code).toBe('not_found')
  expect(credits(responses[0]!)).toEqual(['0', '1'])
  expect((await searchService.asRecruiter(7).get('/api/v1/candidates/7/preview')).text).toBe(
    responses[0]!.text,
  )
  expect(await searchService.debits(7)).toBe(0)
})

test('404: a candidate who is no longer searchable, also within an unlock window; the window still counts afterwards', async () => {
  await searchService.receiveProfile(8, { headline: 'Fletcher' })
  await searchService.grant(8, 'CvDownload', 1)
  await read(8, 8)
  await searchService.receiveProfile(8, { headline: 'Fletcher', isSearchable: false })
  expect((await read(8, 8)).status).toBe(404)
  expect(await searchService.foundIds('fletcher')).toEqual([])
  const [row] = await searchService.deps.db.sql`select profile, country_number from candidate where id = 8`
  expect(row).toEqual({ profile: null, countryNumber: null })
  expect(await searchService.deps.db.sql`select 1 from candidate_document_3 where candidate_id = 8`).toEqual(
    [],
  )
  await searchService.receiveProfile(8, { headline: 'Fletcher' })
  expect(credits(await read(8, 8))).toEqual(['0', '0'])
})

test('304: only within an open window; a paid read returns the profile (D-61)', async () => {
  await searchService.receiveProfile(9)
  await searchService.grant(9, 'CvDownload', 2)
  const paid = await read(9, 9, { 'if-none-match': '*' })
  expect([paid.status, paid.body.email]).toEqual([200, testProfile(9).email])
  const etag = paid.headers.get('etag')!
  const again = await read(9, 9, { 'if-none-match': etag })
  expect([again.status, again.text, ...credits(again)]).toEqual([304, '', '0', '1'])
  await searchService.advanceClock(30 * DAY_MS)
  const paidAgain = await read(9, 9, { 'if-none-match': etag })
  expect([paidAgain.status, ...credits(paidAgain)]).toEqual([200, '1', '0'])
})
