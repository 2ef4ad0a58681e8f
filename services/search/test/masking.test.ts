import { expect, test } from 'vitest'
import { DAY_MS, FUNDED_EMPLOYER, startSearch } from './support/setup.ts'

test('200: a search item has exactly the fields of D-44, also when it is unlocked', async () => {
  const month = (yearsAgo: number) => `${searchService.deps.clock.now().getUTCFullYear() - yearsAgo}-01`
  const job = { title: 'Smith', employer: 'Forge & Sons', description: 'Iron.' }
  await searchService.receiveProfile(5000, {
    headline: 'Farrier',
    skills: ['Horses'],
    employmentHistory: [
      { ...job, startMonth: month(9), endMonth: month(5) },
      { ...job, startMonth: month(7), endMonth: month(4) },
      { ...job, startMonth: null, endMonth: month(1) },
    ],
    education: [{ school: 'Hoof College', degree: 'BA', field: 'Hooves', endYear: 2001 }],
    languages: [{ language: 'Norwegian', level: 'Native' }],
    lastActiveAt: '2026-02-03T04:05:06.789Z',
  })
  await searchService.grant(1, 'CvSearch', 1)
  await searchService.grant(1, 'CvDownload', 1)
  await searchService.asRecruiter(1).get('/api/v1/candidates/5000')
  const item = {
    candidateId: 5000,
    name: 'A*** Q***',
    headline: 'Farrier',
    city: 'Bergen',
    country: 'NO',
    skills: ['Horses'],
    yearsOfExperience: 5,
    careerStatus: 'OpenToOffers',
    lastActiveAt: '2026-02-03T04:05:06.789Z',
    isUnlocked: true,
    applications: [],
  }
  expect((await searchService.search(1, 'farrier')).body.items).toEqual([item])
  const preview = await searchService.asRecruiter(1).get('/api/v1/candidates/5000/preview')
  expect(preview.headers.get('x-credits-cost')).toBeNull()
  expect(preview.body).toEqual({
    ...item,
    languages: [{ language: 'Norwegian', level: 'Native' }],
    employmentHistory: [
      { title: 'Smith', startMonth: month(9), endMonth: month(5) },
      { title: 'Smith', startMonth: month(7), endMonth: month(4) },
      { title: 'Smith', startMonth: null, endMonth: month(1) },
    ],
    education: [{ degree: 'BA', field: 'Hooves', endYear: 2001 }],
  })
})

const searchService = await startSearch()

test('200: names of separators, of one letter and of two characters are masked, and the stored profile is found and shown (P-261)', async () => {
  const text = '- '.repeat(99)
  const dashes = {
    headline: `${'-'.repeat(150)} tinsmith a`,
    city: text,
    skills: [text, 'tin'],
    summary: '-'.repeat(9_000),
  }
  await searchService.receiveProfile(6001, { ...dashes, firstName: '- '.repeat(28).trim(), lastName: '-' })
  await searchService.receiveProfile(6002, { headline: 'tinsmith', firstName: '明', lastName: '李' })
  await searchService.grant(2, 'CvSearch', 1)
  await searchService.grant(2, 'CvDownload', 1)
  const { body } = await searchService.search(2, 'tinsmith', { matches: true })
  expect(body.items.map(({ candidateId, name }) => [candidateId, name])).toEqual([
    [6002, '*** ***'],
    [6001, '***'],
  ])
  const preview = await searchService.asRecruiter(2).get('/api/v1/candidates/6001/preview')
  expect([preview.status, preview.body.name]).toEqual([200, '***'])
  const full = await searchService.asRecruiter(2).get('/api/v1/candidates/6001')
  expect([full.status, full.body.lastName]).toEqual([200, '-'])
})

test('the full profile is not masked (D-45)', async () => {
  const headline = 'Ada Quill, coppersmith, ada.quill.6003@post.example'
  await searchService.receiveProfile(6003, { headline, summary: 'Call 912 34 103.' })
  await searchService.grant(3, 'CvDownload', 1)
  const { body } = await searchService.asRecruiter(3).get('/api/v1/candidates/6003')
  expect([body.headline, body.summary, body.firstName]).toEqual([headline, 'Call 912 34 103.', 'Ada'])
})

test.each([
  [
    'Jürgen',
    'Müllerheim',
    'Juergen Muellerheim',
    ['muell*', 'juergen', 'mullerheim', '"juergen muellerheim"'],
  ],
  ['Djordje', 'Djordjenovic', 'Đorđe Đorđenović', ['đorđe', 'dord*', 'djordjenovic']],
  ['Дмитрий', 'Соколовский', 'Dmitri Sokolovskiy', ['dmitri', 'sokol*', 'соколовский']],
  ['Nikos', 'Papadopoulos', 'Νίκος Παπαδόπουλος', ['νικος', 'παπα*', 'papadopoulos']],
])(
  '200: %s %s who writes "%s" is neither shown nor found by it (P-593)',
  async (firstName, lastName, written, queries) => {
    const id = 6_100 + firstName.length
    await searchService.receiveProfile(id, {
      firstName,
      lastName,
      headline: `glazier ${written}`,
      skills: [`${written} glass`],
      summary: `I am ${written}.`,
    })
    await searchService.grant(4, 'CvSearch', queries.length + 1)
    const { body } = await searchService.search(4, 'glazier', { matches: true })
    const shown = body.items.find(({ candidateId }) => candidateId === id)
    expect(shown).toMatchObject({ headline: 'glazier ***', skills: ['*** glass'] })
    for (const query of queries) {
      const found = await searchService.search(4, query, { matches: true })
      expect([query, found.status, found.body.total]).toEqual([query, 200, 0])
    }
  },
)

test('200: a person with a single name has it once (P-261)', async () => {
  await searchService.receiveProfile(6_200, { firstName: 'Suharto', lastName: 'Suharto', headline: 'cooper' })
  await searchService.grant(5, 'CvSearch', 1)
  expect((await searchService.search(5, 'cooper')).body.items).toMatchObject([{ name: 'S***' }])
})

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
