import { MAX_PAST_SEARCHES } from '@jobboard/contracts/limits'
import { expect, test } from 'vitest'
import { DAY_MS, startSearch } from './support/setup.ts'

const searchService = await startSearch()
await searchService.receiveProfile(1, { headline: 'Baker' })

const path = '/api/v1/candidates/searches'
type Item = { id: number; query: string; cost: number }
const list = async (employerId: number, query = '') =>
  (await searchService.asRecruiter(employerId).get(`${path}${query}`)).body as {
    items: Item[]
    nextCursor: string | null
  }
const queries = async (employerId: number) => (await list(employerId)).items.map(({ query }) => query)

test('200: a search is listed with its filters, its result and who made it; its pages and repetitions are one (P-629)', async () => {
  await searchService.grant(1, 'CvSearch', 10)
  const filters = { preferredCountryIds: [752, 578], activeWithinDays: 30 }
  await searchService.search(1, 'baker', filters)
  await searchService.search(1, 'baker', { ...filters, preferredCountryIds: [578, 752, 578], pageNumber: 2 })
  await searchService.advanceClock(1)
  await searchService
    .asRecruiter(1, { userId: 7, keyId: null })
    .post('/api/v1/candidates/search', { query: 'miller' })
  const { items, nextCursor } = await list(1)
  expect(nextCursor).toBeNull()
  expect(items).toEqual([
    {
      id: expect.any(Number),
      query: 'miller',
      preferredCountryIds: [],
      activeWithinDays: null,
      total: 0,
      cost: 1,
      searchedAt: expect.any(String),
      by: { userId: 7 },
    },
    {
      id: expect.any(Number),
      query: 'baker',
      preferredCountryIds: [578, 752],
      activeWithinDays: 30,
      total: 1,
      cost: 2,
      searchedAt: expect.any(String),
      by: { keyId: 1 },
    },
  ])
  // Free.
  expect(await searchService.debits(1)).toBe(3)
  expect((await searchService.asRecruiter(1).get(`${path}/${items[0]!.id}`)).body).toEqual(items[0])
  const { items: first, nextCursor: cursor } = await list(1, '?limit=1')
  expect(first).toEqual([items[0]])
  expect(await list(1, `?limit=1&cursor=${cursor}`)).toEqual({ items: [items[1]], nextCursor: null })
})

test('nothing is listed of a search that is refused, a dry run or a replay', async () => {
  await searchService.search(2, 'baker')
  await searchService.grant(2, 'CvSearch', 2)
  await searchService.search(2, 'baker AND')
  const recruiter = searchService.asRecruiter(2)
  await recruiter.post('/api/v1/candidates/search', { query: 'baker' }, { prefer: 'dry-run' })
  expect(await queries(2)).toEqual([])
  for (let n = 0; n < 3; n++)
    await recruiter.post('/api/v1/candidates/search', { query: 'baker' }, { 'idempotency-key': 'one' })
  expect((await list(2)).items).toMatchObject([{ query: 'baker', cost: 1 }])
})

test("204: one or all are removed; another employer's is byte-identical to a missing one (D-19)", async () => {
  await searchService.grant(3, 'CvSearch', 10)
  for (const query of ['one', 'two', 'three']) {
    await searchService.search(3, query)
    await searchService.advanceClock(1)
  }
  const [newest] = (await list(3)).items
  const other = searchService.asRecruiter(4)
  for (const call of ['get', 'delete'] as const) {
    const missing = await other[call](`${path}/2147483647`)
    const foreign = await other[call](`${path}/${newest!.id}`)
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    for (const id of ['0', 'x', '2147483648']) expect((await other[call](`${path}/${id}`)).status).toBe(404)
  }
  expect(await queries(4)).toEqual([])
  expect((await other.delete(path)).status).toBe(204)
  expect(await queries(3)).toEqual(['three', 'two', 'one'])
  const own = searchService.asRecruiter(3)
  expect((await own.delete(`${path}/${newest!.id}`)).status).toBe(204)
  expect((await own.delete(`${path}/${newest!.id}`)).status).toBe(404)
  expect(await queries(3)).toEqual(['two', 'one'])
  expect((await own.delete(path)).status).toBe(204)
  expect(await queries(3)).toEqual([])
  expect(await searchService.debits(3)).toBe(3)
})

test('of parallel searches each is paid and counted, and deleting meanwhile ends none', async () => {
  await searchService.grant(5, 'CvSearch', 100)
  const own = searchService.asRecruiter(5)
  const calls = Array.from({ length: 30 }, (_, n) => [
    searchService.search(5, 'baker'),
    searchService.search(5, `baker OR w${n}`),
    ...(n % 5 === 0 ? [own.delete(path)] : []),
  ])
  const statuses = (await Promise.all(calls.flat())).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 204]))
  expect(await searchService.debits(5)).toBe(60)
  await own.delete(path)
  await Promise.all(Array.from({ length: 20 }, () => searchService.search(5, 'baker')))
  expect((await list(5)).items).toMatchObject([{ query: 'baker', cost: 20 }])
})

test('the newest 1,000 different searches of an employer stay, for 90 days', async () => {
  const { sql } = searchService.deps.db
  await sql`
    insert into past_search (employer_id, fingerprint, query, country_ids, total, cost, searched_at)
    select e, i, 'query ' || i, '{}', 0, 1, ${searchService.ago(DAY_MS)}::timestamptz - i * interval '1 minute'
    from generate_series(1, ${MAX_PAST_SEARCHES}) as i, (values (6), (7)) as employer (e)`
  await searchService.grant(6, 'CvSearch', 2)
  await searchService.search(6, 'baker')
  await searchService.search(6, 'miller')
  const rows = await sql<{
    query: string
  }>`select query from past_search where employer_id = 6 order by searched_at`
  expect(rows).toHaveLength(MAX_PAST_SEARCHES)
  expect(rows[0]!.query).toBe(`query ${MAX_PAST_SEARCHES - 2}`)
  const others = await sql`select from past_search where employer_id = 7`
  expect(others).toHaveLength(MAX_PAST_SEARCHES)
  await searchService.advanceClock(90 * DAY_MS)
  expect(await queries(6)).toEqual([])
})
