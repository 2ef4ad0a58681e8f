import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, type CandidateForm, completeness } from './candidate.ts'
import { changeProfile, newCandidate } from './change-profile.ts'

const now = new Date('2030-01-01T00:00:00Z')
const form = { firstName: 'A', lastName: 'B', email: 'a@b.test' } as CandidateForm
const blank: Candidate = { ...newCandidate(form, now), id: 1 }

const FILLED = {
  phone: '1',
  linkedInUrl: 'https://a.test',
  gitHubUrl: 'https://a.test',
  websiteUrl: 'https://a.test',
  headline: 'h',
  summary: 's',
  street: 's',
  city: 'c',
  region: 'r',
  postalCode: 'p',
  country: 'NO',
  careerStatus: 'NotLooking',
  expectedSalaryMin: 0,
  expectedSalaryMax: 1,
  expectedSalaryCurrency: 'NOK',
  noticePeriodDays: 0,
  jobTypes: ['FullTime'],
  skills: ['x'],
  languages: [{ language: 'x', level: 'Basic' }],
  nationalities: ['NO'],
  employmentHistory: [{ title: 't', employer: '', startMonth: null, endMonth: null, description: '' }],
  education: [{ school: '', degree: '', field: '', endYear: null }],
} as const

type Field = keyof typeof FILLED
const fields = Object.keys(FILLED) as Field[]
const fill = (names: Field[]) =>
  changeProfile(blank, Object.fromEntries(names.map((name) => [name, FILLED[name]])), now)

test('completeness is 15 with name and e-mail address, 100 with every field', () => {
  expect(completeness(blank)).toBe(15)
  expect(completeness(fill(fields))).toBe(100)
})

test.each<[Field, number]>([
  ['linkedInUrl', 5],
  ['gitHubUrl', 5],
  ['websiteUrl', 5],
  ['expectedSalaryMin', 2],
  ['expectedSalaryMax', 2],
  ['employmentHistory', 15],
  ['noticePeriodDays', 0],
])('%s alone fills its section: %i more', (field, more) => {
  expect(completeness(fill([field]))).toBe(15 + more)
})

test('filling a field never lowers completeness, in any order (D-37)', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(fields, { minLength: fields.length }), (order) => {
      const scores = order.map((_, i) => completeness(fill(order.slice(0, i + 1))))
      for (const [i, score] of scores.entries()) {
        expect(Number.isInteger(score)).toBe(true)
        expect(score).toBeGreaterThanOrEqual(scores[i - 1] ?? 15)
      }
    }),
    { numRuns: 50 },
  )
})

test('longer lists never lower completeness', () => {
  const skills = Array.from({ length: 50 }, (_, i) => `skill ${i}`)
  const scores = skills.map((_, i) => completeness(changeProfile(blank, { skills: skills.slice(0, i) }, now)))
  expect(scores).toEqual([...scores].sort((a, b) => a - b))
})
