import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, DAY_MS, person, type Searching } from './support/setup.ts'

let searching: Searching
beforeAll(async () => {
  searching = await bootSearch()
})
afterAll(() => searching.stop())

const read = (employerId: number, id: number | string, headers: Record<string, string> = {}) =>
  searching.of(employerId).get(`/api/v1/candidates/${id}`, { headers })
const credits = ({ headers }: { headers: Headers }) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
]
const unlocked = async (employerId: number, query: string) => {
  await searching.grant(employerId, 'CvSearch', 1)
  return (await searching.search(employerId, query)).body.items.map(({ isUnlocked }) => isUnlocked)
}

test('200: the first read is paid, gives the whole profile, and 30 days are free from then on (D-45)', async () => {
  await searching.tell(1, { headline: 'Glazier', summary: 'Glass.' })
  await searching.grant(1, 'CvDownload', 2)
  const at = searching.deps.clock.now().getTime()
  const first = await read(1, 1)
  expect([first.status, ...credits(first)]).toEqual([200, '1', '1'])
  expect(first.body).toMatchObject(person(1, { headline: 'Glazier', summary: 'Glass.' }))
  const until = Date.parse(first.body.unlockedUntil)
  expect(until).toBeGreaterThanOrEqual(at + 30 * DAY_MS)
  await searching.advance(29 * DAY_MS)
  const again = await read(1, 1)
  expect([again.status, ...credits(again)]).toEqual([200, '0', '1'])
  expect(again.body.unlockedUntil).toBe(first.body.unlockedUntil)
  expect(await unlocked(1, 'glazier')).toEqual([true])
  await searching.advance(1 * DAY_MS)
  expect(await unlocked(1, 'glazier')).toEqual([false])
  const later = await read(1, 1)
  expect([later.status, ...credits(later)]).toEqual([200, '1', '0'])
  expect(Date.parse(later.body.unlockedUntil)).toBeGreaterThanOrEqual(until + 30 * DAY_MS)
  expect(await unlocked(1, 'glazier')).toEqual([true])
})

test('200: 20 parallel first reads of one candidate are paid once', async () => {
  await searching.tell(2)
  await searching.grant(2, 'CvDownload', 20)
  const answers = await Promise.all(Array.from({ length: 20 }, () => read(2, 2)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(answers.map((answer) => credits(answer)[0]).toSorted()).toEqual([...Array(19).fill('0'), '1'])
  expect(await searching.debits(2)).toBe(1)
  await searching.advance(31 * DAY_MS)
  await Promise.all(Array.from({ length: 20 }, () => read(2, 2)))
  expect(await searching.debits(2)).toBe(2)
})

test('200: parallel first reads of many candidates with few credits pay for exactly as many', async () => {
  for (let id = 30; id < 40; id++) await searching.tell(id)
  await searching.grant(3, 'CvDownload', 4)
  const ids = Array.from({ length: 30 }, (_, i) => 30 + (i % 10))
  const answers = await Promise.all(ids.map(async (id) => ({ id, ...(await read(3, id)) })))
  const opened = new Set(answers.filter(({ status }) => status === 200).map(({ id }) => id))
  expect(opened.size).toBe(4)
  for (const { id, status } of answers) expect([200, opened.has(id) ? 200 : 402]).toContain(status)
  expect(await searching.debits(3)).toBe(4)
  expect((await searching.balances(3)).CvDownload).toBe(0)
})

test('402: without a credit no window opens, also not for the next read; with one it does', async () => {
  await searching.tell(4, { headline: 'Tinsmith' })
  const answer = await read(4, 4)
  expect([answer.status, answer.body.code, ...credits(answer)]).toEqual([402, 'no_credits', '0', '0'])
  expect(answer.text).not.toContain(person(4).email)
  expect(await unlocked(4, 'tinsmith')).toEqual([false])
  expect((await read(4, 4)).status).toBe(402)
  await searching.grant(4, 'CvDownload', 1)
  expect(credits(await read(4, 4))).toEqual(['1', '0'])
})

test("isolation: one employer's unlock opens nothing for another", async () => {
  await searching.tell(5, { headline: 'Cooper' })
  await searching.grant(5, 'CvDownload', 1)
  expect((await read(5, 5)).status).toBe(200)
  expect((await read(6, 5)).status).toBe(402)
  expect(await unlocked(5, 'cooper')).toEqual([true])
  expect(await unlocked(6, 'cooper')).toEqual([false])
  expect((await searching.of(6).get('/api/v1/candidates/5/preview')).body.isUnlocked).toBe(false)
})

test('404: unknown, hidden and malformed ids look the same and cost nothing (D-04, D-19, D-45)', async () => {
  await searching.tell(7, { isSearchable: false })
  await searching.grant(7, 'CvDownload', 1)
  const answers = await Promise.all([7, 123_456, '0', 'x', '2147483648', '-1'].map((id) => read(7, id)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]!.body.code).toBe('not_found')
  expect(credits(answers[0]!)).toEqual(['0', '1'])
  expect((await searching.of(7).get('/api/v1/candidates/7/preview')).text).toBe(answers[0]!.text)
  expect(await searching.debits(7)).toBe(0)
})

test('404: a candidate who hides is gone at once, also for whoever has paid; back again the window still counts', async () => {
  await searching.tell(8, { headline: 'Fletcher' })
  await searching.grant(8, 'CvDownload', 1)
  await read(8, 8)
  await searching.tell(8, { headline: 'Fletcher', isSearchable: false })
  expect((await read(8, 8)).status).toBe(404)
  expect(await searching.found('fletcher')).toEqual([])
  const [row] = await searching.deps.db.sql`select profile, country_number from candidate where id = 8`
  expect(row).toEqual({ profile: null, countryNumber: null })
  expect(await searching.deps.db.sql`select 1 from candidate_document where candidate_id = 8`).toEqual([])
  await searching.tell(8, { headline: 'Fletcher' })
  expect(credits(await read(8, 8))).toEqual(['0', '0'])
})

test('304: only inside a window that was open before; whoever pays gets the profile (D-61)', async () => {
  await searching.tell(9)
  await searching.grant(9, 'CvDownload', 2)
  const paid = await read(9, 9, { 'if-none-match': '*' })
  expect([paid.status, paid.body.email]).toEqual([200, person(9).email])
  const etag = paid.headers.get('etag')!
  const again = await read(9, 9, { 'if-none-match': etag })
  expect([again.status, again.text, ...credits(again)]).toEqual([304, '', '0', '1'])
  await searching.advance(30 * DAY_MS)
  const new_ = await read(9, 9, { 'if-none-match': etag })
  expect([new_.status, ...credits(new_)]).toEqual([200, '1', '0'])
})
