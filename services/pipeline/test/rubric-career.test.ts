import { expect, test } from 'vitest'
import type { Applicant } from '../src/assessment/assessment.ts'
import { experience, skills } from '../src/assessment/career.ts'
import { position, scoreOf } from './support/score-of.ts'

// One decimal place of each score pins weights, thresholds and limits; a change needs another name of the assessor.
const numbered = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i))
const filler = (index: number) =>
  `z${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${'abcdefghijklmnopqrstuvwxyz'[Math.floor(index / 26)]}q`

test.each<[string, Partial<Applicant>, number]>([
  ['one skill of the text', { skills: ['curd'] }, 14.3],
  ['one skill of the title counts twice', { skills: ['cheese'] }, 22.2],
  ['two skills', { skills: ['curd', 'whey'] }, 22.2],
  ['two spellings of one skill count once', { skills: ['curd', 'Curds', 'CURD'] }, 14.3],
  ['repetitions do not count as other skills', { skills: ['curd', ...numbered(8, () => 'Curds')] }, 14.3],
  ['a skill of stop words is none', { skills: ['curd', 'and'] }, 14.3],
  ['words count once over all skills', { skills: ['curd', 'curd whey'] }, 18.8],
  ['half of a skill', { skills: ['curd knives'] }, 8.3],
  ['skills that do not match lower the score', { skills: ['curd', ...numbered(9, filler)] }, 9.1],
  ['six words are a skill', { skills: ['curd zz yy xx ww vv'] }, 2.5],
  ['seven words are no skill', { skills: ['curd zz yy xx ww vv uu'] }, 0],
  ['the 60th skill counts', { skills: [...numbered(59, filler), 'curd'] }, 6.3],
  ['the 61st skill does not count', { skills: [...numbered(60, filler), 'curd'] }, 0],
  ['tasks alone', { positions: [position('x', 'curd zz yy xx ww vv uu tt ss')] }, 17.1],
  ['similar tasks earn half at most', { positions: [position('x', 'curd whey rennet brine cheese')] }, 50],
  [
    'tasks of all positions',
    { positions: [position('x', 'zz'), position('x', 'curd zz yy xx ww vv uu tt ss')] },
    17.1,
  ],
  [
    'the 15th position counts',
    { positions: [...numbered(14, filler), 'curd'].map((text) => position('x', text)) },
    13.2,
  ],
  [
    'the 16th position does not count',
    { positions: [...numbered(15, filler), 'curd'].map((text) => position('x', text)) },
    0,
  ],
])('Skills: %s', (_, applicant, score) => {
  expect(scoreOf(skills, applicant)).toMatchObject({ criterion: 'Skills', weight: 30, score })
})

test.each<[string, Partial<Applicant>, number, string?]>([
  ['no position', {}, 0],
  ['a title of the same words', { positions: [position('Cheese maker')] }, 50],
  ['a word of the title among others', { positions: [position('Cheese zz yy xx ww vv uu tt ss rr')] }, 31.4],
  ['a title that is alike without a common word', { positions: [position('Makern')] }, 16.5],
  ['likeness below a fifth is chance', { positions: [position('Maritime cartographer')] }, 0],
  ['a title whose words are in the text', { positions: [position('Rennet')] }, 20.5],
  ['a headline counts less than a title', { headline: 'Makern' }, 13.2],
  ['the nearest title', { positions: [position('x'), position('Makern'), position('y')] }, 16.5],
  [
    'tasks of all positions',
    {
      positions: [
        position('x', 'zz'),
        position('x', 'curd zz yy xx ww vv uu tt ss'),
        position('x', 'brine zz yy xx ww vv uu tt ss rr'),
      ],
    },
    20.6,
  ],
  ['similar tasks earn half at most', { positions: [position('x', 'curd whey rennet brine cheese')] }, 50],
  [
    'a common word of a title counts less',
    { positions: [position('Senior cheese zz yy xx ww vv uu tt ss')] },
    30.8,
  ],
  [
    'the 15th position counts',
    { positions: [...numbered(14, filler), 'Rennet'].map((title) => position(title)) },
    5.3,
  ],
  [
    'the 16th position does not count',
    { positions: [...numbered(15, filler), 'Rennet'].map((title) => position(title)) },
    0,
  ],
])('Experience: %s', (_, applicant, score) => {
  expect(scoreOf(experience, applicant)).toMatchObject({ criterion: 'Experience', weight: 45, score })
})

test.each<[string, string, number[], number, string]>([
  ['fewer years than asked for', '4 years', [12, 12], 45, 'asks for 4 years; positions add up to 2'],
  ['as many years', '2 years', [12, 12], 50, 'asks for 2 years; positions add up to 2'],
  ['more years', '2 years', [36], 50, 'asks for 2 years; positions add up to 3'],
  ['the lowest number of years', '4 years, or 2+ ans', [12], 45, 'asks for 2 years; positions add up to 1'],
  ['a number in words and digits', 'four (4) years', [12, 12], 45, 'asks for 4 years'],
  ['15 years', '15 years', [18], 41, 'asks for 15 years; positions add up to 1'],
  ['16 years is a number of something else', '16 years', [12], 50, 'Tasks share no word'],
  ['no year', '0 years', [12], 50, 'Tasks share no word'],
])('Experience: %s', (_, description, months, score, rationale) => {
  const result = scoreOf(
    experience,
    { positions: months.map((count) => position('Cheese maker', '', count)) },
    { posting: { description } },
  )
  expect(result).toMatchObject({ score })
  expect(result!.rationale).toContain(rationale)
})

test('passages of the posting do not count as tasks', () => {
  const description = 'stir the curd, drain the whey and press the wheels in brine'
  const positions = [position('x', description)]
  expect(scoreOf(skills, { positions }, { posting: { description } })).toMatchObject({ score: 0 })
  expect(scoreOf(experience, { positions }, { posting: { description } })).toMatchObject({ score: 0 })
})
