import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import type { Visitor } from '../support/visitor.ts'
import { openSearchSystem, type SearchSystem } from './search-system.ts'

const DAY_MS = 86_400_000
let system: SearchSystem
let ada: number
let hostile: number
let hidden: number
beforeAll(async () => {
  system = await openSearchSystem()
  ;[ada, hostile, hidden] = (await system.candidates([
    {
      email: 'ada.private@post.example',
      phone: '+47 912 34 567',
      headline: 'Luthier',
      summary: 'First line.\nSecond line.',
      linkedInUrl: 'https://www.linkedin.com/in/ada-private',
      employmentHistory: [
        { title: 'Luthier', employer: 'Secret Strings AS', startMonth: '2019-04', description: 'Repairs.' },
      ],
      education: [{ degree: 'Diploma', field: 'Violin making', school: 'Hidden School', endYear: 2018 }],
      languages: [{ language: 'Norwegian', level: 'Native' }],
      expectedSalaryMin: 50_000,
      expectedSalaryCurrency: 'EUR',
      jobTypes: ['FullTime'],
    },
    {
      firstName: hostileTexts.markup.slice(0, 90),
      lastName: hostileTexts.override,
      headline: hostileTexts.quotes,
      summary: 'W'.repeat(10_000),
      skills: [hostileTexts.emoji],
    },
    { headline: 'Soon hidden' },
  ])) as [number, number, number]
})
afterAll(() => system?.stop())

async function recruiter(downloads: number): Promise<{ browser: Visitor; employerId: number }> {
  const person = await system.employerWithUser('Recruiter')
  if (downloads > 0) await system.grant(person.employerId, 'CvDownload', downloads)
  return { browser: await system.signedIn(person), employerId: person.employerId }
}
const left = async (employerId: number) => (await system.balances(employerId)).CvDownload
const path = (id: number) => `/search/candidates/${id}`

test('the preview shows the price and no contact; 10 forms sent at once unlock once; then reading is free (P-477)', async () => {
  const { browser, employerId } = await recruiter(10)
  for (let i = 0; i < 3; i++) await browser.open(path(ada), { 'sec-purpose': 'prefetch' })
  const preview = await browser.open(path(ada))
  expect(preview.text).toContain('1 unlock credit; 9 left after it. Free to read until')
  expect(preview.text).toContain('Luthier 2019-04 – today')
  for (const secret of ['private', '912 34', 'Secret', 'Hidden School', 'Second line', 'Quill']) {
    expect(preview.source).not.toContain(secret)
  }
  expect(await left(employerId)).toBe(10)

  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.submit(preview, `${path(ada)}/unlock`, { confirmed: 'yes' })),
  )
  expect(pages.map(({ $ }) => $('h1').text())).toEqual(Array(10).fill('Ada Quill'))
  expect(await left(employerId)).toBe(9)
  const profile = await browser.open(path(ada))
  for (const shown of [
    'ada.private@post.example',
    '+47 912 34 567',
    'Secret Strings AS',
    'Hidden School',
    'from 50,000 EUR',
    'full time',
  ]) {
    expect(profile.text).toContain(shown)
  }
  expect(profile.$('a[href="mailto:ada.private%40post.example"]').length).toBe(1)
  expect(profile.$('.jb-prose').first().text()).toBe('First line.\nSecond line.')
  expect(await left(employerId)).toBe(9)
  const again = await browser.post(`${path(ada)}/unlock`, { ...fieldsOf(preview), confirmed: 'yes' })
  expect([again.text, await left(employerId)]).toEqual([expect.stringContaining('Nothing was spent.'), 9])
  // Another employer has not paid.
  const stranger = await recruiter(1)
  expect((await stranger.browser.open(path(ada))).source).not.toContain('private')
})

test('the page says that it was unlocked, and after 30 days shows the preview again', async () => {
  const { browser, employerId } = await recruiter(3)
  const preview = await browser.open(path(ada))
  const profile = await browser.submit(preview, `${path(ada)}/unlock`, { confirmed: 'yes' })
  expect(profile.text).toContain('The profile is unlocked. It cost 1 unlock credit; 2 left.')
  expect(profile.redirects).toEqual([{ status: 303, to: path(ada) }])
  expect(profile.text).toContain('Unlocked until')
  await system.advanceSearch(30 * DAY_MS)
  const later = await browser.open(path(ada))
  expect([later.$('h1').text(), await left(employerId)]).toEqual(['A*** Q***', 2])
})

test('the list of what was unlocked has names while reading is free', async () => {
  const { browser, employerId } = await recruiter(3)
  expect((await browser.open('/search/unlocked')).text).toContain('No profile is unlocked yet')
  const preview = await browser.open(path(ada))
  await browser.submit(preview, `${path(ada)}/unlock`, { confirmed: 'yes' })
  await eventually('the ledger has the entry', async () =>
    (await browser.open('/search/unlocked')).text.includes('Ada Quill'),
  )
  const stranger = await recruiter(1)
  expect((await stranger.browser.open('/search/unlocked')).text).not.toContain('Quill')
  await system.advanceSearch(30 * DAY_MS)
  const later = await browser.open('/search/unlocked')
  expect([later.$('tbody td').first().text(), await left(employerId)]).toEqual([`Candidate ${ada}`, 2])
})

test('nothing is spent without the tick, at another price, or without credits', async () => {
  const { browser, employerId } = await recruiter(1)
  const preview = await browser.open(path(ada))
  const unlock = `${path(ada)}/unlock`
  const unticked = await browser.submit(preview, unlock)
  expect([unticked.status, unticked.text]).toEqual([422, expect.stringContaining('Tick the box')])
  const cheaper = await browser.submit(preview, unlock, { confirmed: 'yes', price: '0' })
  expect([cheaper.status, cheaper.text]).toEqual([
    409,
    expect.stringContaining('This now costs 1 unlock credit.'),
  ])
  expect(await left(employerId)).toBe(1)
  await browser.submit(await browser.open(path(hostile)), `${path(hostile)}/unlock`, { confirmed: 'yes' })
  const none = await browser.submit(preview, unlock, { confirmed: 'yes' })
  expect([none.status, none.text]).toEqual([422, expect.stringContaining('No unlock credits are left')])
  expect(none.$('form[action$="/unlock"]').length).toBe(0)
  expect(none.source).not.toContain('private')
})

test('from a result and back, also over the unlock; the badge shows in a later search', async () => {
  const { browser, employerId } = await recruiter(1)
  await system.grant(employerId, 'CvSearch', 5)
  const form = await browser.open('/search')
  const found = await browser.submit(form, '/search', { query: 'diploma violin', intent: undefined })
  const preview = await browser.open(found.$('.jb-hits a').attr('href')!)
  const profile = await browser.submit(preview, `${path(ada)}/unlock`, { confirmed: 'yes' })
  const back = profile.$('.jb-page-head a')
  expect([back.text(), back.attr('href')]).toEqual(['Back to the result', found.path])
  const elsewhere = await browser.open(`${path(ada)}?back=//evil.example`)
  expect(elsewhere.$('.jb-page-head a').attr('href')).toBe('/search')
  const later = await browser.submit(form, '/search', { query: 'diploma', intent: undefined })
  expect(later.$('.jb-hits header').text()).toContain('A*** Q***Unlocked')
})

test('404: a candidate who is hidden, or never existed, is said in words and costs nothing', async () => {
  const { browser, employerId } = await recruiter(1)
  const preview = await browser.open(path(hidden))
  await system.admin.put(`/admin/v1/candidates/${hidden}`, { isSearchable: false })
  await eventuallyHidden()
  const gone = await browser.submit(preview, `${path(hidden)}/unlock`, { confirmed: 'yes' })
  for (const page of [
    gone,
    await browser.open(path(hidden)),
    await browser.open(path(999_999)),
    await browser.open('/search/candidates/x'),
  ]) {
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('This candidate cannot be seen')])
  }
  expect(await left(employerId)).toBe(1)

  async function eventuallyHidden() {
    await eventually(
      'search hides the candidate',
      async () => (await browser.open(path(hidden))).status === 404,
    )
  }
})

test('hostile names run nothing, before and after the unlock', async () => {
  const { browser } = await recruiter(1)
  const preview = await browser.open(path(hostile))
  const profile = await browser.submit(preview, `${path(hostile)}/unlock`, { confirmed: 'yes' })
  for (const { $, status } of [preview, profile]) {
    expect([status, $('main script, main img, main [onmouseover]').length]).toEqual([200, 0])
  }
  expect(profile.$('h1').text()).toContain('<script>')
})

test('search down: the page says which part is missing', async () => {
  const { browser } = await recruiter(1)
  await system.stopSearch()
  const form = await browser.open('/search')
  expect([form.status, form.text]).toEqual([200, expect.stringContaining('search did not answer')])
  expect(form.$('.jb-form .btn').last().attr('disabled')).toBeDefined()
  const sent = await browser.submit(form, '/search', { query: 'oil', price: '1', intent: undefined })
  expect([sent.status, sent.text]).toEqual([503, expect.stringContaining('what you typed is kept')])
  expect(sent.$('main [name=query]').val()).toBe('oil')
  expect((await browser.open(path(ada))).status).toBe(503)
})

function fieldsOf({ $ }: Awaited<ReturnType<Visitor['open']>>): Record<string, string> {
  const of = (name: string) => $(`form[action$="/unlock"] input[name=${name}]`).attr('value')!
  return { csrf: of('csrf'), operation: of('operation'), price: of('price') }
}
