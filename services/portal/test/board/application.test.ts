import { beforeAll, expect, test } from 'vitest'
import { filtersOf } from '../../src/pages/board/place.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { OpenPage } from '../support/visitor.ts'
import { type Hiring, openHiring } from './hiring.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

const placeIn = (list: string, more = '') => `?in=${encodeURIComponent(list)}${more}`
const linkOf = (page: OpenPage, rel: 'prev' | 'next') => page.$(`a[rel=${rel}]`).attr('href')
const openTab = (hiring: Hiring, id: number, tab: string) =>
  hiring.browsers.Recruiter.open(`/applications/${id}?tab=${tab}`)

/** Applications to one job: the ids in the order of their arrival. */
async function openThree() {
  const hiring = await openHiring(system)
  const ids: [number, number, number] = [await hiring.apply(), await hiring.apply(), await hiring.apply()]
  return { hiring, ids, browser: hiring.browsers.Recruiter }
}

test('previous and next lead through the list that a person came from, and back to it (P-647)', async () => {
  const { hiring, ids, browser } = await openThree()
  const list = `job=${hiring.jobId}&status=New&sort=appliedAt`
  let page = await browser.open(`/applications/${ids[0]}${placeIn(list)}`)
  expect([page.$('.jb-neighbours').text(), linkOf(page, 'prev')]).toEqual([
    expect.stringContaining('1 of 3'),
    undefined,
  ])
  expect(page.$('.jb-neighbours a:not(.btn)').attr('href')).toBe(`/applications?${list}`)
  page = await browser.open(linkOf(page, 'next')!)
  expect(page.path).toMatch(new RegExp(`^/applications/${ids[1]}\\?.*at=2`))
  // A tab, a note and a scorecard keep the place.
  page = await browser.open(page.$('.jb-tabs a:contains("Answers")').attr('href')!)
  page = await browser.submit(page, `/applications/${ids[1]}/notes`, { text: 'Kept', level: 'application' })
  expect([page.path, page.$('.jb-neighbours').text()]).toEqual([
    expect.stringContaining('tab=answers'),
    expect.stringContaining('2 of 3'),
  ])
  const form = await browser.open(page.$('a[href*="/scorecard"]').attr('href')!)
  page = await browser.submit(form, `/applications/${ids[1]}/scorecard`, {
    stage: 'a',
    recommendation: 'Yes',
  })
  // After a move the application has left the list, and its place leads on.
  page = await browser.submit(page, `/applications/${ids[1]}/advance`)
  expect(page.$('.jb-neighbours').text()).toContain('Has left the list')
  expect([linkOf(page, 'prev'), linkOf(page, 'next')]).toEqual([
    expect.stringContaining(`/applications/${ids[0]}?`),
    expect.stringContaining(`/applications/${ids[2]}?`),
  ])
  page = await browser.open(linkOf(page, 'next')!)
  expect([page.$('.jb-neighbours').text(), linkOf(page, 'next')]).toEqual([
    expect.stringContaining('2 of 2'),
    undefined,
  ])
})

test('no list, one of somebody else, and one that no page sends: the page has no neighbours (P-647)', async () => {
  const { hiring, ids, browser } = await openThree()
  const other = await openHiring(system)
  for (const place of [
    '',
    ...[
      `job=${other.jobId}`,
      'job=x',
      'status=Nope',
      'status=Hired',
      'page=2',
      'include=tags',
      'cursor=x',
    ].map((list) => placeIn(list)),
    ...['since=yesterday', 'status=New&status=New', `q=${'x'.repeat(1_000)}`, '__proto__=1', '<b>'].map(
      (list) => placeIn(list),
    ),
    placeIn('status=Hired', '&at=0'),
    placeIn('status=Hired', '&at=99999'),
    '?at=2',
  ]) {
    const page = await browser.open(`/applications/${ids[1]}${place}`)
    expect([place, page.status, page.$('.jb-neighbours').length]).toEqual([place, 200, 0])
  }
  const inList = await browser.open(`/applications/${ids[1]}${placeIn(`job=${hiring.jobId}`)}`)
  expect(inList.$('.jb-neighbours')).toHaveLength(1)
  // The list without any filter.
  const all = await browser.open(`/applications/${ids[1]}?tab=nothing&in=`)
  const noted = await browser.submit(all, `/applications/${ids[1]}/notes`, {
    text: 'x',
    level: 'application',
  })
  for (const page of [all, noted]) expect(page.$('.jb-neighbours').text()).toContain('2 of 3')
})

test('a list as the service takes it: days begin and end in UTC, tags are several', () => {
  expect(filtersOf('job=7&tag=a&tag=b&since=2026-01-02&appliedUntil=2026-01-03&q=')).toEqual({
    jobId: '7',
    tag: ['a', 'b'],
    updatedSince: '2026-01-02T00:00:00.000Z',
    appliedUntil: '2026-01-04T00:00:00.000Z',
  })
})

test('an Interviewer goes through a list too, and finds in it by the name alone, by no tag (P-469)', async () => {
  const { hiring, ids, browser: recruiter } = await openThree()
  const browser = hiring.browsers.Interviewer
  const page = await browser.open(`/applications/${ids[0]}${placeIn('sort=appliedAt&q=Lind')}`)
  expect(page.$('.jb-neighbours').text()).toContain('1 of 3')
  const mail = await browser.open(`/applications/${ids[0]}${placeIn('q=example.test')}`)
  expect([mail.status, mail.$('.jb-neighbours').length]).toEqual([200, 0])
  const path = `/applications/${ids[0]}`
  await recruiter.submit(await recruiter.open(path), `${path}/tags`, { label: 'ada@example.test' })
  const tagged = `${path}${placeIn('tag=ada@example.test')}`
  expect((await recruiter.open(tagged)).$('.jb-neighbours')).toHaveLength(1)
  expect((await browser.open(tagged)).$('.jb-neighbours')).toHaveLength(0)
})

test('activity: moves, notes and scorecards in one order, newest first, by name, in pages', async () => {
  const { hiring, ids } = await openThree()
  const [id] = ids
  const { employerId, people } = hiring
  const as = (userId: number | null) =>
    system.network.services.pipeline.as({
      kind: 'recruiter',
      ...{ employerId, userId, keyId: 7, scopes: ['Applications'] },
    })
  const path = `/api/v1/applications/${id}`
  const interviewer = as(people.Interviewer.id)
  await interviewer.post(`${path}/notes`, { text: 'First words' })
  await as(null).post(`${path}/status`, { status: 'Screened' })
  await interviewer.put(`${path}/scorecards/phone`, { recommendation: 'Hold', comments: 'Second words' })
  const headsOf = (page: OpenPage) =>
    page
      .$('.jb-timeline strong')
      .toArray()
      .map((head) => page.$(head).text())
  const page = await openTab(hiring, id, 'activity')
  expect(headsOf(page)).toEqual(['Scorecard: phone', 'New → Screened', 'Note', 'Applied'])
  expect(page.text).toMatch(/Ada Interviewer ·.*API key 7 ·.*Ada Interviewer ·.*the candidate ·/)
  for (let n = 0; n < 60; n++)
    await as(people.Recruiter.id).post(`${path}/status`, { status: 'Screened', note: `n${n}` })
  const first = await openTab(hiring, id, 'activity')
  expect([headsOf(first).length, first.text.includes('n59'), first.text.includes('n9')]).toEqual([
    50,
    true,
    false,
  ])
  const second = await hiring.browsers.Recruiter.open(linkOf(first, 'next')!)
  expect(headsOf(second).slice(-4)).toEqual(['Scorecard: phone', 'New → Screened', 'Note', 'Applied'])
  expect([headsOf(second).length, second.text.includes('n9')]).toEqual([14, true])
})

test('others’ scorecards are not on the page until the own one is saved, where the template says so (P-646)', async () => {
  const { hiring, ids } = await openThree()
  const [id] = ids
  const { employerId, people } = hiring
  const of = { kind: 'recruiter', employerId, userId: people.Recruiter.id, keyId: 1 } as const
  const recruiter = system.network.services.pipeline.as({ ...of, scopes: [] })
  const criteria = [
    { name: 'Lamps', hint: 'Ask for the last one.' },
    { name: 'Horns', hint: null },
  ]
  await recruiter.put('/api/v1/scorecard-template', { criteria, hideOthersUntilSubmitted: true })
  await recruiter.put(`/api/v1/applications/${id}/scorecards/phone`, {
    recommendation: 'Yes',
    comments: 'Not yet for you',
  })
  const browser = hiring.browsers.Interviewer
  const activity = `/applications/${id}?tab=activity`
  const before = await browser.open(activity)
  expect(before.source).not.toContain('Not yet for you')
  expect(before.text).toContain('Scorecards of others are shown for each stage')
  // The form offers the criteria, and takes others beside them.
  const path = `/applications/${id}/scorecard`
  const form = await browser.open(path)
  expect(form.$('.jb-points legend').text()).toBe('LampsHorns')
  expect(form.text).toContain('Ask for the last one.')
  const wrong = await browser.submit(form, path, {
    ...{ stage: 'Phone', recommendation: 'No', score0: '6', score1: '' },
    ...{ criterion2: 'Ropes', score2: '2' },
  })
  expect([wrong.status, wrong.$('#field-score0-error').text()]).toEqual([422, 'Choose points from 1 to 5.'])
  expect(wrong.text).toContain('Ask for the last one.')
  const after = await browser.submit(wrong, path, { score0: '4' })
  expect(after.text).toContain('The scorecard is saved.')
  expect(await hiring.read(id, '/scorecards')).toEqual([])
  expect((await browser.open(activity)).text).toContain('Not yet for you')
  const [own] = (await recruiter.get(`/api/v1/applications/${id}/scorecards`)).body
  const rated = [
    { criterion: 'Lamps', score: 4 },
    { criterion: 'Ropes', score: 2 },
  ]
  expect(own).toMatchObject({ authorUserId: people.Interviewer.id, ratings: rated })
  // Shown again, each stands in its row.
  const again = await browser.open(`${path}?stage=phone`)
  expect(again.$('input[name=score0]:checked').attr('value')).toBe('4')
  expect(again.$('input[name=criterion2]').attr('value')).toBe('Ropes')
  await browser.submit(again, path, { score1: '5' })
  expect((await recruiter.get(`/api/v1/applications/${id}/scorecards`)).body[0].ratings).toEqual([
    rated[0],
    { criterion: 'Horns', score: 5 },
    rated[1],
  ])
})
