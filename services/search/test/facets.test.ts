import { expect, test } from 'vitest'
import { DAY_MS, FUNDED_EMPLOYER, startSearch } from './support/setup.ts'

const searchService = await startSearch()
const candidates = [
  ['NO', 'OpenToOffers'],
  ['SE', 'ActivelyLooking'],
  ['NO', null],
  [null, 'OpenToOffers'],
  ['DK', 'NotLooking'],
  ['SE', 'ActivelyLooking'],
  ['NO', 'ActivelyLooking'],
] as const
for (const [i, [country, careerStatus]] of candidates.entries()) {
  const lastActiveAt = searchService.ago(i * DAY_MS)
  await searchService.receiveProfile(i + 1, { headline: 'Cooper', country, careerStatus, lastActiveAt })
}
await searchService.receiveProfile(8, { headline: 'Other', country: 'NO' })
await searchService.receiveProfile(9, { headline: 'Cooper', country: 'NO', isSearchable: false })

const search = (more: Record<string, unknown>) => searchService.search(FUNDED_EMPLOYER, 'cooper', more)
const ALL = {
  country: [
    { value: 'NO', count: 3 },
    { value: 'SE', count: 2 },
    { value: 'DK', count: 1 },
    { value: null, count: 1 },
  ],
  careerStatus: [
    { value: 'ActivelyLooking', count: 3 },
    { value: 'OpenToOffers', count: 2 },
    { value: 'NotLooking', count: 1 },
    { value: null, count: 1 },
  ],
}

test('200: facets count the matching candidates of all pages, on every page the same', async () => {
  for (const page of [{}, { pageSize: 2 }, { pageSize: 2, pageNumber: 3 }, { pageNumber: 99 }]) {
    const { body } = await search({ facets: ['country', 'careerStatus'], ...page })
    expect([body.total, body.facets]).toEqual([7, ALL])
  }
})

test('200: only the requested fields are counted, each once', async () => {
  expect((await search({ facets: ['country'] })).body.facets).toEqual({ country: ALL.country })
  const { body } = await search({ facets: ['careerStatus', 'careerStatus'] })
  expect(body.facets).toEqual({ careerStatus: ALL.careerStatus })
})

test('200: filters apply to facets; values of equal count are in the order of their names', async () => {
  const { body } = await search({
    facets: ['country', 'careerStatus'],
    preferredCountryIds: [578, 752],
    activeWithinDays: 6,
  })
  expect(body.facets).toEqual({
    country: [
      { value: 'NO', count: 2 },
      { value: 'SE', count: 2 },
    ],
    careerStatus: [
      { value: 'ActivelyLooking', count: 2 },
      { value: 'OpenToOffers', count: 1 },
      { value: null, count: 1 },
    ],
  })
})

test('200: without hits each requested facet is empty', async () => {
  const { body } = await searchService.search(FUNDED_EMPLOYER, 'nobody', {
    facets: ['country', 'careerStatus'],
  })
  expect([body.total, body.facets]).toEqual([0, { country: [], careerStatus: [] }])
})

test.each([{ facets: undefined }, { facets: null }, { facets: [] }])(
  '200: with %j the response is the one without the field, byte for byte',
  async ({ facets }) => {
    const plain = await search({})
    expect((await search({ facets })).text).toBe(plain.text)
    expect(plain.body).not.toHaveProperty('facets')
  },
)

test.each([
  { facets: ['city'] },
  { facets: 'country' },
  { facets: ['country', 'careerStatus', 'country'] },
  { facets: [null] },
])('400: %j is refused by name and costs nothing', async ({ facets }) => {
  await searchService.grant(1, 'CvSearch', 1)
  const response = await searchService.search(1, 'cooper', { facets })
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toContain('facets')
  expect(await searchService.debits(1)).toBe(0)
})
