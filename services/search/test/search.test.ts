import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, DAY_MS, type Searching } from './support/setup.ts'

let searching: Searching
beforeAll(async () => {
  searching = await bootSearch()
})
afterAll(() => searching.stop())

test('200: finds by every searchable section, and by nothing else (D-42)', async () => {
  await searching.tell(1, {
    headline: 'headline1',
    summary: 'summary1',
    skills: ['skill1', 'skill2'],
    languages: [{ language: 'language1', level: 'Fluent' }],
    employmentHistory: [
      { title: 'title1', employer: 'employer1', startMonth: null, endMonth: null, description: 'did1' },
    ],
    education: [{ school: 'school1', degree: 'degree1', field: 'field1', endYear: null }],
    region: 'region1',
    nationalities: ['SE'],
  })
  for (const word of [
    'headline',
    'summary',
    'skill',
    'language',
    'title',
    'employer',
    'did',
    'school',
    'degree',
    'field',
  ])
    expect([word, await searching.found(`${word}1`)]).toEqual([word, [1]])
  for (const hidden of [
    'ada',
    'quill',
    'post.example',
    '912',
    'linkedin',
    'hidden',
    'bergen',
    'region1',
    '5003',
    'fluent',
    'NO',
  ])
    expect([hidden, await searching.found(`"${hidden}"`)]).toEqual([hidden, []])
  for (const across of ['"skill1 skill2"', '"title1 employer1"', '"headline1 skill1"', '"school1 degree1"'])
    expect([across, await searching.found(across)]).toEqual([across, []])
})

test('200: the order is last active first, then id descending, over pages; past the end the total is true (D-42, D-05)', async () => {
  const at = [3, 1, 2, 2, 5].map((days) => searching.ago(days * DAY_MS))
  for (const [i, lastActiveAt] of at.entries())
    await searching.tell(20 + i, { headline: 'ordered', lastActiveAt })
  expect(await searching.found('ordered')).toEqual([21, 23, 22, 20, 24])
  expect(await searching.found('ordered', { pageNumber: 2, pageSize: 2 })).toEqual([22, 20])
  await searching.grant(2, 'CvSearch', 1)
  const past = await searching.search(2, 'ordered', { pageNumber: 2_147_483_647, pageSize: 100 })
  expect(past.body).toEqual({ total: 5, page: 2_147_483_647, pageSize: 100, items: [] })
})
