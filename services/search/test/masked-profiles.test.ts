import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, DAY_MS, FUNDED_EMPLOYER, type SearchService } from './support/setup.ts'

let searchService: SearchService
beforeAll(async () => {
  searchService = await bootSearch()
})
afterAll(() => searchService.stop())

async function shown(query: string, more: Record<string, unknown> = {}) {
  const { status, body } = await searchService.search(FUNDED_EMPLOYER, query, more)
  expect(status).toBe(200)
  return body.items
}

test('200: repeated searches show each change: profile, activity, unlock, and years of experience in a later month', async () => {
  const position = { title: 'fitter', employer: 'Works', description: '', endMonth: null }
  const startMonth = new Date(searchService.deps.clock.now().getTime() - 310 * DAY_MS)
    .toISOString()
    .slice(0, 7)
  const history = {
    employmentHistory: [{ ...position, startMonth }],
    lastActiveAt: searchService.ago(DAY_MS),
  }
  await searchService.receiveProfile(1, { ...history, headline: 'first fitter' })
  const [before] = await shown('fitter')
  expect(before).toMatchObject({ headline: 'first fitter', yearsOfExperience: 0, isUnlocked: false })
  expect(await shown('fitter')).toEqual([before])

  await searchService.receiveProfile(1, {
    ...history,
    headline: 'second fitter',
    lastActiveAt: searchService.ago(0),
  })
  const [changed] = await shown('fitter')
  expect(changed).toMatchObject({ headline: 'second fitter' })
  expect(changed!.lastActiveAt > before!.lastActiveAt).toBe(true)

  await searchService.grant(FUNDED_EMPLOYER, 'CvDownload', 1)
  await searchService.asRecruiter(FUNDED_EMPLOYER).get('/api/v1/candidates/1')
  expect(await shown('fitter')).toEqual([{ ...changed, isUnlocked: true }])

  await searchService.advanceClock(93 * DAY_MS)
  expect(await shown('fitter')).toMatchObject([
    { headline: 'second fitter', yearsOfExperience: 1, isUnlocked: false },
  ])

  await searchService.receiveProfile(1, { ...history, isSearchable: false })
  expect(await shown('fitter')).toEqual([])
})

test('a profile is masked when its document is built: rows, matches and previews read that', async () => {
  await searchService.receiveProfile(2, { headline: 'joiner' })
  const { sql } = searchService.deps.db
  await sql`update candidate set profile = jsonb_set(profile, '{headline}', '"another joiner"') where id = 2`
  expect(await shown('joiner', { matches: true })).toMatchObject([
    { headline: 'joiner', matches: [{ term: 'joiner', sections: ['headline'] }] },
  ])
  const preview = () => searchService.asRecruiter(FUNDED_EMPLOYER).get('/api/v1/candidates/2/preview')
  expect((await preview()).body).toMatchObject({ headline: 'joiner', name: 'A*** Q***' })
  // Without a document, as while the documents of a release are built, the preview masks the profile.
  await sql`delete from candidate_document_3 where candidate_id = 2`
  expect((await preview()).body).toMatchObject({ headline: 'another joiner', name: 'A*** Q***' })
})

test('a process loads the masked profile of one version once', async () => {
  await searchService.receiveProfile(3, { headline: 'thatcher' })
  const [before] = await shown('thatcher')
  await searchService.deps.db
    .sql`update candidate_document_3 set shown = jsonb_set(shown, '{headline}', '"changed"') where candidate_id = 3`
  expect(await shown('thatcher')).toEqual([before])
  expect(await shown('thatcher', { matches: true })).toMatchObject([{ headline: 'changed' }])
})
