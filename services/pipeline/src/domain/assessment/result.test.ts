import { expect, test } from 'vitest'
import { withoutCopiesOf } from './copied-text.ts'
import { postingTermsOf, sharedWords, similarityTo } from './posting-terms.ts'
import { toResult } from './result.ts'
import { termsOf } from './terms.ts'

const score = (points: number, weight = 1, criterion = 'Skills') => ({
  criterion,
  weight,
  score: points,
  rationale: 'R.',
})

test.each([
  [60, 'StrongMatch'],
  [59, 'Match'],
  [45, 'Match'],
  [44, 'PartialMatch'],
  [30, 'PartialMatch'],
  [29, 'WeakMatch'],
  [0, 'WeakMatch'],
])('%d points are a %s', (points, verdict) => {
  expect(toResult([score(points)], 'a')).toMatchObject({ score: points, verdict, assessor: 'a' })
})

test('the total weighs the criteria; the summary names what gains and what loses most', () => {
  const result = toResult(
    [score(90, 1, 'Education'), score(50.4, 3, 'Skills'), score(10, 1, 'Languages')],
    'a',
  )
  expect(result.score).toBe(50)
  expect(result.summary).toBe('Match, 50 of 100. Gains most by Skills: R. Loses most by Skills.')
  expect(toResult([score(90, 1, 'Education'), score(10, 2, 'Skills')], 'a').summary).toContain(
    'by Education: R. Loses most by Skills.',
  )
  expect(result.rubricScores).toEqual([
    { criterion: 'Education', score: 90, rationale: 'R. Weight 20 %.' },
    { criterion: 'Skills', score: 50, rationale: 'R. Weight 60 %.' },
    { criterion: 'Languages', score: 10, rationale: 'R. Weight 20 %.' },
  ])
})

test('a passage of eight words of the posting is removed, one of seven stays', () => {
  const without = withoutCopiesOf('one two three four five six seven eight nine')
  expect(without('own one two three four five six seven eight text')).toBe('own text')
  expect(without('Own two three four five six seven eight text')).toBe(
    'Own two three four five six seven eight text',
  )
})

test('terms of a posting: the title counts three times, a repetition less, a common word 0.6', () => {
  const posting = postingTermsOf({
    ...{ title: 'Cheese', description: 'Curd curd and senior whey', city: null, country: null },
    ...{ employmentType: null, remoteType: null },
  })
  const rounded = Object.fromEntries(
    [...posting.weights].map(([stem, weight]) => [stem, Math.round(weight * 100) / 100]),
  )
  const [rare, common] = [termsOf('cheese'), termsOf('cheese senior')]
  expect(similarityTo(posting, rare)).toBeCloseTo(3 / Math.sqrt(9 + 1.69315 ** 2 + 0.36 + 1), 4)
  expect(similarityTo(posting, common)).toBeCloseTo(3.36 / Math.sqrt((9 + 1.69315 ** 2 + 0.36 + 1) * 1.36), 4)
  expect(rounded).toEqual({ chees: 3, curd: 1.69, seni: 0.6, whey: 1 })
})

test('shared words are quoted as the posting writes them, the weightiest first, eight by default', () => {
  const posting = postingTermsOf({
    ...{ title: 'Managers', description: 'Alder birch cedar elder hazel larch maple rowan willow willow' },
    ...{ city: null, country: null, employmentType: null, remoteType: null },
  })
  const terms = termsOf('managing alder birch cedar elder hazel larch maple rowan willow')
  expect(sharedWords(posting, terms).slice(0, 3)).toEqual(['managers', 'willow', 'alder'])
  expect(sharedWords(posting, terms)).toHaveLength(8)
  expect(sharedWords(posting, terms, 2)).toHaveLength(2)
  expect(similarityTo(posting, new Map())).toBe(0)
})

test('terms: without stop words, numbers and single letters, by stems of four letters or more', () => {
  expect([...termsOf('The managers manage 42 teams of C and C++, managing 3D; année 店').values()]).toEqual([
    'managers',
    'c++',
    '3d',
    '店',
  ])
  expect([...termsOf('optionally optional option').keys()]).toEqual(['option'])
  expect(termsOf(`${'curd '.repeat(4_999)}whey rennet`).size).toBe(2)
})
