import { newCandidate } from '@jobboard/contracts/candidates/profile'
import { expect, test } from 'vitest'
import { generateCandidate, MAX_WORDS } from './generate-candidate.ts'

const many = Array.from({ length: 2_000 }, (_, index) => generateCandidate(1, index, 200))
type Texts = { summary: string; employmentHistory: { description: string }[] }
const wordsOf = ({ summary, employmentHistory }: Texts) =>
  [summary, ...employmentHistory.map(({ description }) => description)].join(' ').split(' ').length

test('every candidate is what POST /admin/v1/candidates takes', () => {
  for (const one of many) expect(newCandidate.safeParse(one).error).toBeUndefined()
})

test('the same seed and index give the same candidate; e-mail addresses differ between indexes and seeds', () => {
  expect(generateCandidate(1, 1_999, 200)).toEqual(many[1_999])
  const others = Array.from({ length: 2_000 }, (_, index) => generateCandidate(2, index, 200))
  const emails = [...many, ...others].map(({ email }) => String(email).toLowerCase())
  expect(new Set(emails).size).toBe(4_000)
})

test('candidates differ: names, occupations, countries, languages', () => {
  for (const [field, least] of [
    ['firstName', 80],
    ['lastName', 80],
    ['headline', 500],
    ['country', 10],
  ] as const) {
    expect(new Set(many.map((one) => one[field])).size).toBeGreaterThan(least)
  }
})

test.each([1, 50, 300, MAX_WORDS])(
  'about %d words of text, never over 650 by more than a sentence',
  (words) => {
    for (let index = 0; index < 200; index++) {
      const count = wordsOf(generateCandidate(3, index, words) as unknown as Texts)
      expect(count).toBeLessThan(Math.max(words * 1.3, 90))
      expect(count).toBeGreaterThan(words * 0.6)
    }
  },
)
