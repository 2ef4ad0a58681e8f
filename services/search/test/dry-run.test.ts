import { databaseState } from '@jobboard/testkit/database-state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, startSearch } from './support/setup.ts'

const searchService = await startSearch()
await searchService.receiveProfile(1, { headline: 'Lamplighter', skills: ['Oil'] })
await searchService.receiveProfile(2, { headline: 'Hidden', isSearchable: false })
// Two letters and a number each: more words than a wildcard may match.
const skills = Array.from({ length: 501 }, (_, n) => `zz${n}`)
await searchService.receiveProfile(3, { skills })

const DRY_RUN = { prefer: 'dry-run' }
const state = () => databaseState(searchService.deps.db, ['tokeniser'])
const search = (employerId: number, body: unknown, headers: Record<string, string> = {}) =>
  searchService.asRecruiter(employerId).post('/api/v1/candidates/search', body, headers)
const read = (employerId: number, id: number | string, headers: Record<string, string> = {}) =>
  searchService.asRecruiter(employerId).get(`/api/v1/candidates/${id}`, { headers })
const result = (credits: object) => ({
  wouldSucceed: true,
  status: 200,
  credits,
  dailyApplies: null,
  isReplay: false,
})

test('200: a dry run of search reports only cost and balance, the same with and without matches (P-170)', async () => {
  await searchService.grant(1, 'CvSearch', 2)
  const before = await state()
  const responses = []
  for (const query of ['lamplighter', 'oil AND lamp*', 'nobody-has-this', 'lamplighter AND nobody']) {
    responses.push(await search(1, { query, pageSize: 1 }, DRY_RUN))
  }
  for (const { status, body } of responses) {
    expect([status, body]).toEqual([200, result({ kind: 'CvSearch', cost: 1, balance: 2 })])
  }
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(await state()).toEqual(before)
  const real = await search(1, { query: 'lamplighter' })
  expect([real.status, real.body.total, real.headers.get('x-credits-remaining')]).toEqual([200, 1, '1'])
})

test('200: a dry run of a read reports cost 1, and 0 within the unlock window; it unlocks nothing and returns no profile', async () => {
  await searchService.grant(2, 'CvDownload', 5)
  const before = await state()
  const dry = await read(2, 1, { ...DRY_RUN, 'if-none-match': '*' })
  expect([dry.status, dry.body]).toEqual([
    200,
    { ...result({ kind: 'CvDownload', cost: 1, balance: 5 }), applications: [] },
  ])
  expect([dry.headers.get('etag'), dry.headers.get('vary')]).toEqual([null, 'Prefer'])
  expect(await state()).toEqual(before)
  const real = await read(2, 1)
  expect([real.headers.get('x-credits-cost'), real.headers.get('vary')]).toEqual(['1', 'Prefer'])
  expect((await read(2, 1, DRY_RUN)).body).toEqual({
    ...result({ kind: 'CvDownload', cost: 0, balance: 4 }),
    applications: [],
  })
  await searchService.advanceClock(30 * DAY_MS)
  expect((await read(2, 1, DRY_RUN)).body.credits.cost).toBe(1)
})

test('any Prefer header that contains anything like dry-run costs nothing and unlocks nobody (P-170)', async () => {
  await searchService.grant(9, 'CvSearch', 5)
  await searchService.grant(9, 'CvDownload', 5)
  const before = await state()
  const piece = fc.constantFrom('wait=5', ';', ',', ' ', '=', '"', '\\', 'no', '1', 'a="b"')
  const word = fc.constantFrom('dry-run', 'Dry-Run', 'dryrun', 'dry run', 'dry_run')
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 5 }),
      word,
      fc.array(piece, { maxLength: 5 }),
      async (a, own, b) => {
        const prefer = [...a, own, ...b].join('')
        for (const { status, body } of [
          await search(9, { query: 'lamplighter' }, { prefer }),
          await read(9, 1, { prefer }),
        ]) {
          if (status === 200) expect(body.wouldSucceed, prefer).toBe(true)
          else expect([status, body.code], prefer).toEqual([400, 'invalid_request'])
        }
      },
    ),
    { numRuns: 60 },
  )
  expect(await state()).toEqual(before)
})

type Send = (headers?: Record<string, string>) => ReturnType<typeof search>
const refusals: [string, Send][] = [
  ['400 invalid_request: no query', (headers) => search(3, {}, headers)],
  ['400 invalid_request: pageSize', (headers) => search(3, { query: 'a', pageSize: 101 }, headers)],
  ['400 invalid_query: unbalanced', (headers) => search(3, { query: '(a' }, headers)],
  ['400 invalid_query: true for an empty profile', (headers) => search(3, { query: 'NOT a' }, headers)],
  ['400 invalid_query: wildcard of 501 words', (headers) => search(3, { query: 'zz*' }, headers)],
  ['402 no_credits: search', (headers) => search(3, { query: 'lamplighter' }, headers)],
  ['404 not_found: no such candidate', (headers) => read(3, 2_000_000, headers)],
  ['404 not_found: hidden candidate', (headers) => read(3, 2, headers)],
  ['404 not_found: not an id', (headers) => read(3, 'x', headers)],
  ['402 no_credits: read', (headers) => read(3, 1, headers)],
]

test.each(refusals)(
  '%s: the dry run is refused like the call, and changes nothing (P-171)',
  async (name, send) => {
    const before = await state()
    const dry = await send(DRY_RUN)
    expect(await state()).toEqual(before)
    const real = await send()
    expect(`${dry.status} ${dry.body.code}`).toBe(name.split(':')[0])
    const summary = ({ status, text, headers }: typeof dry) => [
      ...[status, text, headers.get('x-credits-cost'), headers.get('x-credits-remaining')],
    ]
    expect(summary(dry)).toEqual(summary(real))
    expect(dry.headers.get('preference-applied')).toBe('dry-run')
  },
)

test('503: while the index is incomplete a dry run is unavailable, as a search is', async () => {
  const { db } = searchService.deps
  await searchService.grant(4, 'CvSearch', 1)
  await db.sql`update tokeniser set is_complete = false`
  const [dry, real] = await db.tx(async (sql) => {
    // The timer that completes the index skips a locked row.
    await sql`select 1 from tokeniser for update`
    return [await search(4, { query: 'a' }, DRY_RUN), await search(4, { query: 'a' })] as const
  })
  expect([dry.status, dry.text]).toEqual([503, real.text])
})
