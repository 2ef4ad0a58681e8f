import { expect, test } from 'vitest'
import type { Applicant, AssessmentInput, Posting } from '../src/assessment/assessment.ts'
import { education, experience, skills } from '../src/assessment/career.ts'
import { type Criterion, languages, location, screening } from '../src/assessment/criteria.ts'
import { asked, position, scoreOf } from './support/score-of.ts'

// One decimal place of each score pins weights, thresholds and limits; a change needs another name of the assessor.

test.each<[string, string, Applicant['education'], number]>([
  ['the degree and its field', 'Bachelor of curd', [{ degree: 'BSc', field: 'Curd science' }], 100],
  ['a higher degree of another field', 'Bachelor', [{ degree: 'Master', field: 'Law' }], 60],
  [
    'the highest degree held',
    'Master',
    [
      { degree: 'PhD', field: 'Law' },
      { degree: 'GED', field: 'Law' },
    ],
    60,
  ],
  ['the highest level of one degree', 'Master', [{ degree: 'Master (after a BSc)', field: 'Law' }], 60],
  ['the lowest degree named', 'Master, or high school diploma', [{ degree: 'GED', field: 'Law' }], 60],
  ['one level below', 'Master', [{ degree: 'BSc', field: 'Law' }], 30],
  ['two levels below', 'Master', [{ degree: 'Associate degree', field: 'Law' }], 12],
  [
    'an apostrophe before the degree',
    'Diplôme d’études secondaires',
    [{ degree: "Diplôme d'études secondaires", field: 'Law' }],
    60,
  ],
  ['a field without a degree', 'Bachelor of curd', [{ degree: 'none', field: 'Curd' }], 40],
  ['no education', 'Bachelor', [], 0],
])('Education: %s', (_, description, held, score) => {
  expect(scoreOf(education, { education: held }, { posting: { description } })).toMatchObject({
    weight: 10,
    score,
  })
})

test.each<[string, string, [string, 'Basic' | 'Conversational' | 'Fluent' | 'Native'][], number]>([
  ['native', 'German', [['Deutsch', 'Native']], 100],
  ['fluent', 'allemand', [['German', 'Fluent']], 100],
  ['conversational', 'German', [['German', 'Conversational']], 60],
  ['basic', 'German', [['German', 'Basic']], 30],
  ['not listed', 'German', [['Polish', 'Native']], 0],
  ['the mean of two', 'German, Polish', [['Polish', 'Native']], 50],
])('Languages: %s', (_, description, spoken, score) => {
  const listed = spoken.map(([language, level]) => ({ language, level }))
  expect(scoreOf(languages, { languages: listed }, { posting: { description } })).toMatchObject({
    weight: 5,
    score,
  })
  expect(scoreOf(languages, { languages: listed }, { posting: { title: description } })).toMatchObject({
    score,
  })
})

const [remote, hybrid] = [{ remoteType: 'FullyRemote' }, { remoteType: 'HybridRemote' }]
const bern = { city: 'Bern', country: 'CH' }
test.each<[string, Partial<Posting>, Partial<Applicant>, number]>([
  ['remote, wherever the candidate lives', { ...remote, ...bern }, { country: 'NO' }, 100],
  ['the same city', bern, { city: ' BERN', country: 'CH' }, 100],
  ['a city of that name elsewhere', bern, { city: 'Bern', country: 'US' }, 20],
  ['the same city without a country', { city: 'Bern' }, { city: 'Bern' }, 100],
  ['the same city, the country of the candidate alone', { city: 'Bern' }, bern, 100],
  ['another city of the country', bern, { city: 'Chur', country: 'CH' }, 60],
  ['another city of the country, hybrid', { ...bern, ...hybrid }, { city: 'Chur', country: 'CH' }, 70],
  ['another city without a country', { city: 'Bern' }, { city: 'Chur' }, 20],
  ['no place stated', bern, {}, 40],
  [
    'the employment type that is wanted',
    { employmentType: 'PartTime' },
    { jobTypes: ['FullTime', 'PartTime'] },
    100,
  ],
  ['another employment type', { employmentType: 'PartTime' }, { jobTypes: ['FullTime'] }, 0],
  ['no employment type stated', { ...bern, employmentType: 'PartTime' }, {}, 40],
  [
    'the mean of place and employment type',
    { ...bern, employmentType: 'PartTime' },
    { jobTypes: ['FullTime'] },
    20,
  ],
])('LocationAndWorkMode: %s', (_, more, applicant, score) => {
  expect(scoreOf(location, applicant, { posting: more })).toMatchObject({ weight: 10, score })
})

test.each<[string, AssessmentInput['screening'], number]>([
  ['yes and no count alike', asked(true, false), 100],
  ['half answered', asked(true, null), 50],
  ['a text with three words of the posting', asked('curd, whey and rennet'), 100],
  ['more words do not count', asked('curd, whey, rennet, brine'), 100],
  ['a text with one', asked('curd'), 80],
  ['a text without one', asked('because'), 70],
  ['words of all texts', asked('curd', 'whey rennet'), 100],
  ['the first 1 000 characters of a text', asked(`${'x'.repeat(995)} curd`), 80],
  ['what follows them does not count', asked(`${'x'.repeat(996)} curd`), 70],
])('ScreeningAnswers: %s', (_, questions, score) => {
  expect(scoreOf(screening, {}, { screening: questions })).toMatchObject({ weight: 5, score })
})

test.each<[string, Criterion]>([
  ['Education', education],
  ['Languages', languages],
  ['LocationAndWorkMode', location],
  ['ScreeningAnswers', screening],
])('%s: left out when the posting does not state it', (_, criterion) => {
  expect(scoreOf(criterion, { country: 'CH', jobTypes: ['FullTime'] })).toBeUndefined()
})

const rationaleOf = (criterion: Criterion, applicant: Partial<Applicant>, more: Partial<Posting> = {}) =>
  scoreOf(criterion, applicant, { posting: more })!.rationale

test('each rationale quotes what it compared', () => {
  expect(rationaleOf(skills, { skills: ['Whey', 'Law', 'Curd knives', 'rennet zz yy'] })).toBe(
    'The posting mentions 2 of 4 listed skills: "Whey", "Curd knives"; matching words: "whey", "curd", "rennet".',
  )
  expect(rationaleOf(skills, { skills: ['Law'] })).toBe('The posting mentions none of the 1 listed skills.')
  const words = 'alder birch cedar elder hazel larch maple rowan willow'
  expect(rationaleOf(skills, { skills: words.split(' ') }, { description: words })).toMatch(
    /^The posting mentions 9 of 9 listed skills: "alder", .*"rowan"; matching/,
  )
  expect(rationaleOf(experience, { positions: [position('Tram driver', 'Drove trams.')] })).toBe(
    'No title resembles that of the posting. Tasks share no word with the posting.',
  )
  const career = [position('Law clerk', 'Filed.', 30), position('Cheese maker', 'Cut curd.', 8)]
  expect(rationaleOf(experience, { positions: career }, { description: 'Curd. 2 years.' })).toBe(
    'Nearest title: "Cheese maker". Titles share "cheese", "maker" with the posting. Tasks share "curd" with the posting. The posting asks for 2 years; positions add up to 3.',
  )
  const fields = ['Whey', 'Curd', 'Brine', 'Rennet'].map((field) => ({ degree: 'BSc', field }))
  expect(
    rationaleOf(education, { education: fields }, { description: 'Master: whey, curd, brine, rennet' }),
  ).toBe(
    'The posting names "master"; the highest degree is "bachelor". It mentions the field "Whey", "Curd", "Brine".',
  )
  expect(rationaleOf(education, {}, { description: 'Master' })).toBe(
    'The posting names "master"; the highest degree is not stated. It mentions no field of study of the candidate.',
  )
  expect(
    rationaleOf(
      languages,
      { languages: [{ language: 'Deutsch', level: 'Basic' }] },
      { description: 'German, Polish' },
    ),
  ).toBe('The posting names "german" (Basic), "polish" (not listed).')
  const answers = asked('Curd, whey, rennet, brine, cheese, maker', null)
  expect(scoreOf(screening, {}, { screening: answers })!.rationale).toBe(
    '1 of 2 screening questions are answered. The texts mention "cheese", "maker", "whey", "curd", "rennet".',
  )
  expect(scoreOf(screening, {}, { screening: asked('because') })!.rationale).toMatch(
    /share no word with the posting\.$/,
  )
  expect(scoreOf(screening, {}, { screening: asked(true) })!.rationale).toBe(
    '1 of 1 screening questions are answered.',
  )
})
