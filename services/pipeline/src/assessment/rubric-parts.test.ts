import { expect, test } from 'vitest'
import { toAssessmentInput } from './assessment.ts'
import { titleLikeness } from './career.ts'
import { postingTermsOf, sharedWords, similarityTo, withoutCopiesOf } from './posting-terms.ts'
import { toResult } from './rubric.ts'
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

test.each([
  ['Waiter', 'WAITER', 1],
  // ^wa wai ait and ite, ter, er$ or itr, tre, res, ess, ss$
  ['Waiter', 'Waitress', 0.43],
  ['Pipefitter', 'Pipe fitter', 0.8],
  ['Waiter', 'Tram driver', 0.13],
  ['Waiter', 'Nurse', 0],
  ['Waiter', '', 0],
  ['the', 'the', 0],
])('%s and %s: %d', (a, b, likeness) => {
  expect(Math.round(titleLikeness(a, b) * 100) / 100).toBe(likeness)
  expect(titleLikeness(b, a)).toBe(titleLikeness(a, b))
})

test('months of a position: both ends count; a start that is missing or a placeholder counts nothing', () => {
  const held = [
    ['2020-01', '2020-12'],
    ['2026-01', null],
    [null, '2020-12'],
    ['0001-01', null],
    ['1900-01', '2020-12'],
    ['0001-01', '0001-12'],
    ['2020-02', '2020-01'],
  ].map(([startMonth, endMonth]) => ({ title: 'x', employer: '', description: '', startMonth, endMonth }))
  const created = {
    candidate: { skills: [], languages: [], jobTypes: [], education: [], employmentHistory: held },
    jobTitle: 'y',
    screeningAnswers: [],
    appliedAt: '2026-06-15T00:00:00.000Z',
  } as unknown as Parameters<typeof toAssessmentInput>[0]
  expect(toAssessmentInput(created).applicant.positions.map(({ months }) => months)).toEqual([
    12, 6, 0, 0, 0, 0, 0,
  ])
})
