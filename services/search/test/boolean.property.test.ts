import { evaluate } from '@jobboard/search-query/evaluate'
import { parse } from '@jobboard/search-query/parse'
import { randomRuns, randomSeed } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDocument, currentTokeniser } from '../src/documents/document.ts'
import {
  bootSearch,
  DAY_MS,
  FUNDED_EMPLOYER,
  type ProfileFields,
  type SearchService,
  testProfile,
} from './support/setup.ts'
import { allSteps } from './support/steps.ts'

const COUNTRY_NUMBERS: Record<string, number> = { NO: 578, SE: 752 }
const CANDIDATES = 80
const numRuns = Number(process.env.QUERY_RUNS ?? randomRuns(200))
const words = 'c c++ c# .net net java javascript woman women machine learning ci cd москва résumé r d'.split(
  ' ',
)

const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((some) => some.join(' '))
const anyProfile: fc.Arbitrary<ProfileFields> = fc.record({
  headline: fc.option(text),
  summary: fc.option(text),
  skills: fc.array(text, { maxLength: 3 }),
  languages: fc.array(fc.record({ language: text, level: fc.constant('Basic' as const) }), { maxLength: 1 }),
  employmentHistory: fc.array(
    fc.record({
      title: text,
      employer: text,
      description: text,
      startMonth: fc.constant(null),
      endMonth: fc.constant(null),
    }),
    { maxLength: 2 },
  ),
  education: fc.array(fc.record({ school: text, degree: text, field: text, endYear: fc.constant(null) }), {
    maxLength: 1,
  }),
  country: fc.constantFrom('NO', 'SE', null),
  isSearchable: fc.integer({ max: 5, min: 0 }).map((chance) => chance > 0),
})

const word = fc.constantFrom(...words)
const leaf = fc.oneof(
  { arbitrary: word, weight: 4 },
  fc.constantFrom('java*', 'wom?n', 'le*ing', 'mo*', 'ja?a*', 'résu*', 'zz*'),
  fc.array(word, { minLength: 2, maxLength: 4 }).map((some) => `"${some.join(' ')}"`),
  fc.tuple(word, fc.constantFrom('java*', 'wom?n', 'le*')).map(([head, last]) => `"${head} ${last}"`),
)
const query: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'node' },
    leaf,
    fc
      .tuple(tie('node'), fc.constantFrom(' AND ', ' OR ', ' ', ' NOT '), tie('node'))
      .map(([a, operator, b]) => `(${a}${operator}${b})`),
    tie('node').map((node) => `NOT (${node})`),
  ),
})).node

let searchService: SearchService
const candidates = fc
  .sample(anyProfile, { numRuns: CANDIDATES, seed: 42 })
  .map((fields, i) => ({ ...fields, id: i + 1, daysAgo: (i * 7) % 11 }))
beforeAll(async () => {
  searchService = await bootSearch()
  const today = Date.parse(searchService.ago(0))
  for (const { id, daysAgo, ...fields } of candidates) {
    await searchService.receiveProfile(id, {
      ...fields,
      lastActiveAt: new Date(today - daysAgo * DAY_MS).toISOString(),
    })
  }
})
afterAll(() => searchService.stop())

test('200: every query, filter and page returns what the reference evaluator finds, in the same order (D-42)', async () => {
  let searches = 0
  let hits = 0
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.constantFrom<(number[] | undefined)[]>(undefined, [578], [752, 578], [840]),
      fc.constantFrom(undefined, 1, 5),
      fc.integer({ min: 1, max: 3 }),
      async (text, preferredCountryIds, activeWithinDays, pageNumber) => {
        const node = tryParse(text)
        if (!node) return
        const expected = candidates
          .filter(({ id, daysAgo, isSearchable, ...fields }) => {
            if (!isSearchable || (activeWithinDays && daysAgo >= activeWithinDays)) return false
            if (
              preferredCountryIds &&
              !preferredCountryIds.includes(COUNTRY_NUMBERS[fields.country ?? ''] ?? 0)
            )
              return false
            return evaluate(node, allSteps(buildDocument(testProfile(id, fields), currentTokeniser)).sections)
          })
          .toSorted((a, b) => a.daysAgo - b.daysAgo || b.id - a.id)
          .map(({ id }) => id)
        const { status, body } = await searchService.search(FUNDED_EMPLOYER, text, {
          preferredCountryIds,
          activeWithinDays,
          pageNumber,
          pageSize: 20,
        })
        expect([text, status, body.total]).toEqual([text, 200, expected.length])
        expect(body.items.map(({ candidateId }) => candidateId)).toEqual(
          expected.slice((pageNumber - 1) * 20, pageNumber * 20),
        )
        searches++
        hits += Number(expected.length > 0)
      },
    ),
    { numRuns, seed: randomSeed() },
  )
  // Enough valid queries, and enough of them with a result, for the property to mean something.
  expect(searches).toBeGreaterThan(numRuns / 3)
  expect(hits).toBeGreaterThan(searches / 3)
})

// Refused queries, such as NOT java, are tested in packages/search-query.
function tryParse(text: string) {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
