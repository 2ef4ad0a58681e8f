import type { Profile } from '@jobboard/contracts/candidates/profile'
import { limits } from '@jobboard/search-query/limits'
import { parse } from '@jobboard/search-query/parse'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import { expect, test } from 'vitest'
import { allSteps } from '../../test/support/steps.ts'
import { queryMatcher } from '../searches/matches.ts'
import { buildDocument, currentTokeniser, maskProfile } from './document.ts'

const build = (fields: Partial<Profile>) =>
  allSteps(buildDocument({ ...blankProfile, ...fields }, currentTokeniser))
const position = { title: '', employer: '', description: '', startMonth: null, endMonth: null }

test('what is masked is not indexed, and breaks a phrase (D-42)', () => {
  const { sections, body } = build({
    headline: 'the Quill method',
    summary: 'call 912 34 567 now',
    skills: ['ada.quill@post.example', 'Java'],
    employmentHistory: [
      { ...position, title: 'Baker', employer: 'Quill & Sons', description: 'see quill.dev' },
    ],
  })
  expect(sections).toEqual([['the'], ['method'], ['java'], ['baker'], ['call'], ['now'], ['sons'], ['see']])
  expect(body).toBe('|/the/|/method/|/java/|/baker/|/call/|/now/|/sons/|/see/|')
})

test('shown texts come first: hidden ones are the first to lose words beyond the limit', () => {
  const { sections } = build({
    summary: 'hidden '.repeat(limits.documentWords),
    skills: ['java'],
    headline: 'x',
  })
  expect(sections.slice(0, 2)).toEqual([['x'], ['java']])
  expect(sections.flat()).toHaveLength(limits.documentWords)
})

test('hidden texts beyond the limit are not worked on', () => {
  const education = Array(50).fill({ school: 'Alder', degree: '', field: '', endYear: null })
  const steps = (profile: Partial<Profile>) =>
    stepsOf(buildDocument({ ...blankProfile, ...profile }, currentTokeniser))
  const full = 'hidden '.repeat(limits.documentWords)
  const schools = 2 * education.length
  expect(steps({ summary: 'hidden', education }) - steps({ summary: full, education })).toBe(schools)
})

test('a school is searched, though lists do not show it', () => {
  const education = [{ school: 'Alder College', degree: '', field: '', endYear: null }]
  expect(build({ education }).sections).toEqual([['alder', 'college']])
})

// The largest texts that a profile can have, of no words, so that none of them is left out.
const large: Profile = {
  ...blankProfile,
  firstName: '- '.repeat(14),
  lastName: '-',
  summary: '-'.repeat(10_000),
  skills: Array(200).fill('@ a '.repeat(25)),
  employmentHistory: Array(95).fill({
    ...position,
    title: '1 '.repeat(100),
    description: '@ '.repeat(5_000),
  }),
}

test('the largest profile is built, masked and matched in steps of one text, so that a request never works long at once', () => {
  const texts = 1 + large.skills.length + 2 * large.employmentHistory.length
  expect(stepsOf(buildDocument(large, currentTokeniser))).toBeGreaterThan(texts)
  expect(stepsOf(maskProfile(large))).toBeGreaterThan(large.skills.length)
  const query = parse(Array.from({ length: 90 }, (_, i) => `a${i}*`).join(' OR '))
  const matching = queryMatcher(query, currentTokeniser)(allSteps(maskProfile(large)))
  expect(stepsOf(matching)).toBeGreaterThan(large.skills.length)
})

function stepsOf(work: Iterator<unknown>): number {
  let steps = 1
  while (!work.next().done) steps++
  return steps
}
