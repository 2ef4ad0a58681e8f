import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, DAY_MS, type SearchService } from './support/setup.ts'

let searchService: SearchService
beforeAll(async () => {
  searchService = await bootSearch()
})
afterAll(() => searchService.stop())

test('200: finds words of every searchable field and of no other (D-42, Spec §4.4)', async () => {
  await searchService.receiveProfile(1, {
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
    expect([word, await searchService.foundIds(`${word}1`)]).toEqual([word, [1]])
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
    expect([hidden, await searchService.foundIds(`"${hidden}"`)]).toEqual([hidden, []])
  for (const across of ['"skill1 skill2"', '"title1 employer1"', '"headline1 skill1"', '"school1 degree1"'])
    expect([across, await searchService.foundIds(across)]).toEqual([across, []])
})

test('200: the order is last active first, then id descending, across pages; a page past the end has the true total (D-42, D-05)', async () => {
  const at = [3, 1, 2, 2, 5].map((days) => searchService.ago(days * DAY_MS))
  for (const [i, lastActiveAt] of at.entries())
    await searchService.receiveProfile(20 + i, { headline: 'ordered', lastActiveAt })
  expect(await searchService.foundIds('ordered')).toEqual([21, 23, 22, 20, 24])
  expect(await searchService.foundIds('ordered', { pageNumber: 2, pageSize: 2 })).toEqual([22, 20])
  await searchService.grant(2, 'CvSearch', 4)
  for (const body of [{ page: 2 }, { page: 2, pageNumber: null }, { page: 2, pageNumber: 2 }]) {
    const same = await searchService.search(2, 'ordered', { ...body, pageSize: 2 })
    expect([same.body.page, same.body.items.length]).toEqual([2, 2])
  }
  const pastEnd = await searchService.search(2, 'ordered', { pageNumber: 2_147_483_647, pageSize: 100 })
  expect(pastEnd.body).toEqual({ total: 5, page: 2_147_483_647, pageSize: 100, items: [] })
})
