import { expect, test } from 'vitest'
import { DAY_MS, startSearch } from './support/setup.ts'

const searchService = await startSearch()

type Item = { candidateId: number; name: string; headline: string | null; by: object; unlockedUntil: string }
const list = (employerId: number, query: Record<string, string> = {}) =>
  searchService.asRecruiter(employerId).get(`/api/v1/candidates/unlocks?${new URLSearchParams(query)}`)
const idsOf = (items: Item[]) => items.map(({ candidateId }) => candidateId)

async function unlock(
  employerId: number,
  candidateId: number,
  by?: { userId: number | null; keyId: number | null },
) {
  await searchService.grant(employerId, 'CvDownload', 1)
  const { status } = await searchService.asRecruiter(employerId, by).get(`/api/v1/candidates/${candidateId}`)
  expect(status).toBe(200)
}

async function follow(employerId: number, query: Record<string, string>): Promise<number[]> {
  const found: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body }: { status: number; body: { items: Item[]; nextCursor: string | null } } =
      await list(employerId, { ...query, ...(cursor && { cursor }) })
    expect(status).toBe(200)
    found.push(...idsOf(body.items))
    cursor = body.nextCursor
  }
  return found
}

test('200: each unlocked candidate once, last paid first, with who paid; free, and of the own employer alone (P-628)', async () => {
  for (const id of [1, 2, 3])
    await searchService.receiveProfile(id, { firstName: `Åsa${id}`, headline: `Baker ${id}` })
  await unlock(1, 1)
  await searchService.advanceClock(1)
  await unlock(1, 2, { userId: 7, keyId: null })
  await searchService.advanceClock(1)
  await unlock(1, 3, { userId: 8, keyId: 9 })
  await unlock(2, 1)
  const debits = await searchService.debits(1)
  const { status, body, headers } = await list(1)
  expect([status, headers.get('x-credits-cost')]).toEqual([200, null])
  expect(body).toEqual({
    items: [
      [3, { userId: 8, keyId: 9 }],
      [2, { userId: 7 }],
      [1, { keyId: 1 }],
    ].map(([id, by]) => ({
      candidateId: id,
      name: expect.stringContaining(`Åsa${id}`),
      headline: `Baker ${id}`,
      unlockedAt: expect.any(String),
      unlockedUntil: expect.any(String),
      by,
    })),
    nextCursor: null,
  })
  expect(await searchService.debits(1)).toBe(debits)
  for (const limit of ['1', '2', '3']) {
    expect(await follow(1, { limit })).toEqual([3, 2, 1])
    expect(await follow(1, { limit, q: 'bak' })).toEqual([3, 2, 1])
  }
  expect(await follow(2, {})).toEqual([1])
  expect(await follow(3, {})).toEqual([])
  // Without regard to case and accents, from the beginning of a word.
  expect(await follow(1, { q: 'ASA2' })).toEqual([2])
  expect(await follow(1, { q: 'bak 3' })).toEqual([3])
  expect(await follow(1, { q: 'aker' })).toEqual([])
  // A second window of the same candidate moves it to the front.
  await searchService.advanceClock(31 * DAY_MS)
  await unlock(1, 1, { userId: 5, keyId: 6 })
  expect((await list(1, { limit: '1' })).body.items).toMatchObject([
    { candidateId: 1, by: { userId: 5, keyId: 6 } },
  ])
})

test('200: when the window has ended, name and headline are masked, and q finds nothing in what is (D-44)', async () => {
  await searchService.receiveProfile(11, {
    firstName: 'Wilhelmina',
    lastName: 'Quill',
    headline: 'Potter, wilhelmina@post.example',
  })
  await unlock(11, 11)
  expect((await list(11)).body.items).toMatchObject([
    { name: 'Wilhelmina Quill', headline: 'Potter, wilhelmina@post.example' },
  ])
  await searchService.advanceClock(30 * DAY_MS)
  expect((await list(11)).body.items).toMatchObject([{ name: 'W*** Q***', headline: 'Potter, ***' }])
  expect(await follow(11, { q: 'wilhelmina' })).toEqual([])
  expect(await follow(11, { q: 'potter' })).toEqual([11])
})

test('200: a candidate who is hidden, without consent or erased is left out', async () => {
  for (const id of [21, 22, 23, 24]) {
    await searchService.receiveProfile(id)
    await unlock(21, id)
  }
  await searchService.receiveProfile(21, { isSearchable: false })
  await searchService.receiveProfile(22, { consentExpiresAt: searchService.ago(1) })
  await searchService.deps.db.sql`delete from candidate where id = 23`
  expect(await follow(21, {})).toEqual([24])
  expect(await follow(21, { q: 'ada' })).not.toContain(21)
})

test.each([
  ['q', ''],
  ['q', '!! \u0301'],
  ['q', 'x'.repeat(10_000)],
  ['cursor', 'x'],
  ['limit', '101'],
  ['sort', 'name'],
])('400: %s=%j is refused and named', async (name, value) => {
  const { status, body } = await list(1, { [name]: value })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toContain(name)
})

test('200: a search by name among 6,000 unlocks reads at most 2,000 for a page, and the cursor goes on', async () => {
  const { sql } = searchService.deps.db
  await sql`
    insert into candidate (id, version, is_searchable, last_active_at, profile)
    select i, 1, true, now(), jsonb_build_object('firstName', 'Nora' || i, 'lastName', 'Berg', 'headline', null)
    from generate_series(100001, 106000) as i`
  await sql`
    insert into unlock (employer_id, candidate_id, unlocked_at, unlocked_until)
    select 30, i, '2026-01-01'::timestamptz + i * interval '1 second', '2999-01-01' from generate_series(100001, 106000) as i`
  const first = (await list(30, { q: 'nora100001' })).body
  expect([first.items, first.nextCursor]).toEqual([[], expect.any(String)])
  expect(await follow(30, { q: 'nora100001' })).toEqual([100_001])
})
