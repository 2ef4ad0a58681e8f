import { expect, test } from 'vitest'
import { DAY_MS, FUNDED_EMPLOYER, startSearch } from './support/setup.ts'

const searchService = await startSearch()
await searchService.receiveProfile(101, {
  firstName: 'Hildegard',
  lastName: 'Kubernatov',
  headline: 'Kubernetes and Sourdough',
  summary: 'Call hildegard.kubernatov@post.example or kubernatov.',
  skills: ['C++', 'инженер', 'machine learning'],
})
await searchService.receiveProfile(102, {
  headline: 'Kubernetis',
  skills: ['Sourdoughs'],
  consentExpiresAt: searchService.ago(1),
})

test('200: finds words of every searchable field and of no other (D-42, Spec §4.4)', async () => {
  await searchService.receiveProfile(1, {
    headline: 'headline1',
    summary: 'summary1',
    skills: ['skill1', 'skill2'],
    languages: [{ language: 'language1', level: 'Fluent' }],
    employmentHistory: [
      { title: 'title1', employer: 'employer1', startMonth: null, endMonth: null, description: 'did1' },
    ],
    education: [{ school: 'school1', degree: 'degree1', field: 'field1', endYear: null }],
    region: 'region1',
    nationalities: ['SE'],
  })
  for (const word of [
    'headline',
    'summary',
    'skill',
    'language',
    'title',
    'employer',
    'did',
    'school',
    'degree',
    'field',
  ])
    expect([word, await searchService.foundIds(`${word}1`)]).toEqual([word, [1]])
  for (const hidden of [
    'ada',
    'quill',
    'post.example',
    '912',
    'linkedin',
    'hidden',
    'bergen',
    'region1',
    '5003',
    'fluent',
    'NO',
  ])
    expect([hidden, await searchService.foundIds(`"${hidden}"`)]).toEqual([hidden, []])
  for (const across of ['"skill1 skill2"', '"title1 employer1"', '"headline1 skill1"', '"school1 degree1"'])
    expect([across, await searchService.foundIds(across)]).toEqual([across, []])
})

test('200: the order is last active first, then id descending, across pages; a page past the end has the true total (D-42, D-05)', async () => {
  const at = [3, 1, 2, 2, 5].map((days) => searchService.ago(days * DAY_MS))
  for (const [i, lastActiveAt] of at.entries())
    await searchService.receiveProfile(20 + i, { headline: 'ordered', lastActiveAt })
  expect(await searchService.foundIds('ordered')).toEqual([21, 23, 22, 20, 24])
  expect(await searchService.foundIds('ordered', { pageNumber: 2, pageSize: 2 })).toEqual([22, 20])
  await searchService.grant(2, 'CvSearch', 4)
  for (const body of [{ page: 2 }, { page: 2, pageNumber: null }, { page: 2, pageNumber: 2 }]) {
    const same = await searchService.search(2, 'ordered', { ...body, pageSize: 2 })
    expect([same.body.page, same.body.items.length]).toEqual([2, 2])
  }
  const pastEnd = await searchService.search(2, 'ordered', { pageNumber: 2_147_483_647, pageSize: 100 })
  expect(pastEnd.body).toEqual({ total: 5, page: 2_147_483_647, pageSize: 100, items: [] })
})

const suggestionsOf = async (query: string, more = {}) => {
  const { status, body } = await searchService.search(FUNDED_EMPLOYER, query, more)
  expect(status).toBe(200)
  return body.suggestions
}

test.each([
  ['kubernets', [['kubernets', 0, ['kubernetes']]]],
  ['sourdough AND Kubernetse', [['kubernetse', 14, ['kubernetes']]]],
  ['ubernetes', [['ubernetes', 0, ['kubernetes']]]],
  ['"machnie learning"', [['machnie', 0, ['machine']]]],
  ['инжинер', [['инжинер', 0, ['инженер']]]],
  [
    '(zzzzzzzz OR sourdogh) sourdogh',
    [
      ['zzzzzzzz', 1, []],
      ['sourdogh', 13, ['sourdough']],
    ],
  ],
  // What no profile needs, wildcards, and words that occur.
  ['zzzz* AND kubernetes', []],
  ['kubernetes NOT (kubernetes OR sourdogh)', []],
])(
  '200: %s without a result names the words that occur nowhere and the nearest (P-630)',
  async (query, found) => {
    const before = await searchService.debits(FUNDED_EMPLOYER)
    expect(await suggestionsOf(query)).toEqual(
      found.map(([term, position, nearest]) => ({ term, position, nearest })),
    )
    expect(await searchService.debits(FUNDED_EMPLOYER)).toBe(before + 1)
  },
)

test('200: a search with a result has no suggestions, and never more than five', async () => {
  expect(await suggestionsOf('kubernetes OR zzzzz')).toBeUndefined()
  const many = Array.from({ length: 50 }, (_, n) => `zzzzz${String.fromCharCode(97 + (n % 26))}${n}`).join(
    ' ',
  )
  expect(await suggestionsOf(many)).toHaveLength(5)
})

test('200: never a masked text, nor a word that only candidates without consent have', async () => {
  // The name is near, and masked everywhere.
  expect(await suggestionsOf('kubernatof')).toEqual([{ term: 'kubernatof', position: 0, nearest: [] }])
  expect(await suggestionsOf('hildegart')).toEqual([{ term: 'hildegart', position: 0, nearest: [] }])
  expect(await suggestionsOf('kubernetiss')).toEqual([
    { term: 'kubernetiss', position: 0, nearest: ['kubernetes'] },
  ])
  await searchService.receiveProfile(101, { headline: 'Kubernetes', isSearchable: false })
  expect(await suggestionsOf('kubernets')).toEqual([{ term: 'kubernets', position: 0, nearest: [] }])
})
