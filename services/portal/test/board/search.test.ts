import { beforeAll, expect, test } from 'vitest'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { OpenPage } from '../support/visitor.ts'
import { type Hiring, openHiring } from './hiring.ts'

let system: PortalSystem
let hiring: Hiring
let ids: number[]
beforeAll(async () => {
  system = await sharedPortalSystem()
  hiring = await openHiring(system)
  const named = (firstName: string, lastName: string, more = {}) =>
    hiring.apply({ profile: { firstName, lastName, ...more } })
  ids = [
    await named('Ada', 'Berg', { email: 'unlike@post.example', phone: '+47 22 33 44 55' }),
    await named('Bo', 'Lind', { headline: 'Night baker' }),
    await named('王', '小明'),
  ]
  const { sql } = system.network.services.pipeline.deps.db
  for (const [index, score] of [20, 95, 60].entries())
    await sql`update assessment set score = ${score} where application_id = ${ids[index]}`
  await sql`
    update application set list_score = (select score from assessment where application_id = id)
    where id = any(${ids}::integer[])`
  const employer = system.network.services.pipeline.as({
    kind: 'recruiter',
    ...{
      employerId: hiring.employerId,
      userId: hiring.people.Recruiter.id,
      keyId: 1,
      scopes: ['Applications'],
    },
  })
  await employer.post(`/api/v1/applications/${ids[0]}/tags`, { label: 'night, shift' })
  await employer.post(`/api/v1/applications/${ids[0]}/tags`, { label: 'senior' })
  await employer.post(`/api/v1/applications/${ids[1]}/tags`, { label: 'senior' })
  await employer.post(`/api/v1/applications/${ids[1]}/notes`, { text: 'Call.' })
  await employer.put(`/api/v1/applications/${ids[1]}/scorecards/phone`, { recommendation: 'Yes' })
  await employer.put('/api/v1/rejection-reasons', [{ code: 'filled', label: 'Position filled' }])
  await hiring.move(ids[2]!, 'Rejected', { rejectionReason: { code: 'filled' } })
})

const found = ({ $ }: OpenPage) =>
  $('[data-card], tbody tr')
    .map((_, item) => ids.indexOf(Number($(item).find('a').first().attr('href')?.match(/\d+/)?.[0])))
    .get()

const paths = () => ['/applications', `/jobs/${hiring.jobId}/applications`, `/jobs/${hiring.jobId}/board`]
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('the address of the list and of the board finds and orders by the parameters of the API', async () => {
  const searches: [query: string, found: number[]][] = [
    ['q=lind', [1]],
    ['q=unlike%40post', [0]],
    ['q=22334455', [0]],
    ['q=%E7%8E%8B', [2]],
    ['q=night+baker&status=New', [1]],
    ['minScore=60&sort=-score', [1, 2]],
    ['tag=senior&sort=score', [0, 1]],
    ['tag=senior&tag=night%2C+shift', [0]],
    ['tag=senior&tag=', [1, 0]],
    ['rejectionReason=filled', [2]],
    ['hasScorecard=true', [1]],
    [`reviewedBy=${hiring.people.Recruiter.id}`, [1]],
    ['isAiAssisted=false', []],
    [`appliedSince=${day(0)}&appliedUntil=${day(0)}&status=New&sort=name`, [0, 1]],
    [`appliedUntil=${day(-1)}`, []],
    [`since=${day(1)}`, []],
    ['q=nobody', []],
  ]
  for (const path of paths()) {
    for (const [query, expected] of searches) {
      const page = await hiring.browsers.Recruiter.open(`${path}?${query}`)
      const shown = query.includes('sort') ? found(page) : found(page).sort()
      expect([path, query, page.status, shown]).toEqual([
        path,
        query,
        200,
        query.includes('sort') ? expected : [...expected].sort(),
      ])
    }
  }
})

test('the form has what the address asks for, and each link keeps it; tags are taken away by their ticks', async () => {
  const { Recruiter } = hiring.browsers
  const query = 'q=b&tag=senior&minScore=10&sort=name'
  const board = await Recruiter.open(`/jobs/${hiring.jobId}/board?${query}`)
  expect(found(board)).toEqual([0, 1])
  const asList = new URL(board.$('.jb-page-head a[href*="/applications?"]').attr('href')!, 'http://x')
  expect(Object.fromEntries(asList.searchParams)).toEqual({
    q: 'b',
    tag: 'senior',
    minScore: '10',
    sort: 'name',
  })
  const list = await Recruiter.open(asList.pathname + asList.search)
  expect(list.$('.jb-more-filters summary').text()).toContain('More filters: Score from, Tag')
  const added = await Recruiter.submit(list, '.jb-filters', { tag: ['senior', 'night, shift'] })
  expect(found(added)).toEqual([0])
  const gone = await Recruiter.submit(added, '.jb-filters', { tag: '', q: '', minScore: '' })
  expect(found(gone)).toEqual([0, 1, 2])
})

test('a card and a row have the score, initials, tags, and the numbers of notes and scorecards', async () => {
  const board = await hiring.browsers.Recruiter.open(`/jobs/${hiring.jobId}/board`)
  const card = board.$(`#card-${ids[1]}`)
  expect(card.text().replace(/\s+/g, ' ')).toMatch(
    /BLBo LindNight bakerScore 95.*senior.*1 note.*1 scorecard/,
  )
  expect(board.$(`#card-${ids[0]} [data-counts]`)).toHaveLength(0)
  const row = (await hiring.browsers.Recruiter.open('/applications')).$('tbody tr').eq(1).text()
  expect(row.replace(/\s+/g, ' ')).toMatch(/95.*senior.*1 note.*1 scorecard/)
})

test('an Interviewer finds by words of the name alone: an e-mail address or phone number confirms nothing (P-469)', async () => {
  const { Interviewer } = hiring.browsers
  for (const path of paths()) {
    for (const q of ['lind', 'ada b', '王']) {
      expect([path, q, found(await Interviewer.open(`${path}?q=${encodeURIComponent(q)}`)).length]).toEqual([
        path,
        q,
        1,
      ])
    }
    for (const q of [
      'unlike',
      'unlike@post.example',
      'ada unlike',
      '22334455',
      '+47 22 33 44 55',
      '2233',
      'night baker',
    ]) {
      const page = await Interviewer.open(`${path}?q=${encodeURIComponent(q)}`)
      expect([path, q, page.status, found(page)]).toEqual([path, q, 200, []])
    }
    // Of labels, which can be anything, they see no list and filter by none.
    expect(found(await Interviewer.open(`${path}?tag=senior`))).toHaveLength(3)
    const all = await Interviewer.open(path)
    expect(all.source).not.toMatch(/unlike@|22 33 44|name="ids"|id="bulk"|\/applications\/bulk/)
  }
})

test.each([
  ['q', 'x'.repeat(10_000), 'q'],
  ['q', '!?*', 'q'],
  ['q', '王'.repeat(201), 'q'],
  ['minScore', '101', 'minScore'],
  ['minScore', 'NaN', 'minScore'],
  ['status', 'Nope', 'status'],
  ['sort', 'salary', 'sort'],
  ['tag', 'x'.repeat(5_000), 'tag'],
  ['isAiAssisted', 'maybe', 'isAiAssisted'],
  ['hasScorecard', '1', 'hasScorecard'],
  ['reviewedBy', '-1', 'reviewedBy'],
  ['rejectionReason', '"><script>', 'rejectionReason'],
  ['appliedSince', '2026-13-45', 'appliedSince'],
  ['appliedUntil', '0001-01-01', 'appliedUntil'],
  ['since', 'yesterday', 'since'],
])('422 beside the field of what is no %s: %.20s', async (name, value, field) => {
  for (const path of paths()) {
    const page = await hiring.browsers.Recruiter.open(`${path}?${name}=${encodeURIComponent(value)}`)
    expect([path, page.status, page.$(`[id$="-${field}-error"]`).length]).toEqual([path, 422, 1])
    expect(page.$('[data-card], tbody tr, main script')).toHaveLength(0)
  }
})

test('422: more tags than the API takes; several values of one parameter count once; a range that ends before it begins', async () => {
  for (const path of paths()) {
    const tags = Array.from({ length: 1_000 }, (_, n) => `tag=t${n}`).join('&')
    const many = await hiring.browsers.Recruiter.open(`${path}?${tags}`)
    expect([many.status, many.$('#field-tag-error').length]).toEqual([422, 1])
    const twice = await hiring.browsers.Recruiter.open(`${path}?q=lind&q=nobody&sort=name&sort=x`)
    expect([twice.status, found(twice)]).toEqual([200, [1]])
    const wrong = await hiring.browsers.Recruiter.open(
      `${path}?appliedSince=${day(0)}&appliedUntil=${day(-2)}`,
    )
    expect([wrong.status, wrong.$('#field-appliedUntil-error').length]).toEqual([422, 1])
  }
})
