import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, FUNDED_EMPLOYER, type SearchService } from './support/setup.ts'

let searchService: SearchService
beforeAll(async () => {
  searchService = await bootSearch()
  await searchService.receiveProfile(1, {
    firstName: 'Hildegard',
    lastName: 'Kubernatov',
    headline: 'Kubernetes and Sourdough',
    summary: 'Call hildegard.kubernatov@post.example or kubernatov.',
    skills: ['C++', 'инженер', 'machine learning'],
  })
  await searchService.receiveProfile(2, {
    headline: 'Kubernetis',
    skills: ['Sourdoughs'],
    consentExpiresAt: searchService.ago(1),
  })
})
afterAll(() => searchService.stop())

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
  await searchService.receiveProfile(1, { headline: 'Kubernetes', isSearchable: false })
  expect(await suggestionsOf('kubernets')).toEqual([{ term: 'kubernets', position: 0, nearest: [] }])
})
