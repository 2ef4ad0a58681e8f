import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import type { Visitor } from '../support/visitor.ts'
import { openSearchSystem, type SearchSystem } from './search-system.ts'

let system: SearchSystem
beforeAll(async () => {
  system = await openSearchSystem()
  await system.candidates([
    {
      headline: 'Senior luthier, Node.js on Sundays',
      skills: ['Violins', 'Node.js', 'Glue'],
      city: 'Oslo',
      country: 'NO',
      careerStatus: 'OpenToOffers',
    },
    { headline: 'Apprentice luthier', skills: ['Violins'], city: 'Lyon', country: 'FR' },
    {
      headline: `luthier ${hostileTexts.override}`,
      skills: [hostileTexts.markup.slice(0, 90), hostileTexts.emoji],
      country: 'FR',
    },
  ])
})
afterAll(() => system?.stop())

async function recruiter(searches: number): Promise<{ browser: Visitor; employerId: number }> {
  const person = await system.employerWithUser('Recruiter')
  if (searches > 0) await system.grant(person.employerId, 'CvSearch', searches)
  return { browser: await system.signedIn(person), employerId: person.employerId }
}
const left = async (employerId: number) => (await system.balances(employerId)).CvSearch

test('a search costs the price that its form shows; its result is reloaded and returned to for nothing (P-475)', async () => {
  const { browser, employerId } = await recruiter(40)
  const form = await browser.open('/search')
  expect(form.text).toContain('1 CV search credit for each page, also when nobody matches; 39 left after it.')
  expect(form.$('.jb-form .btn').last().text().trim()).toBe('Search for 1 CV search credit')
  const found = await browser.submit(form, '/search', { query: 'luthier violins', intent: undefined })
  expect(found.redirects).toEqual([{ status: 303, to: found.path }])
  expect(found.path).toMatch(/^\/search\/results\/[\w-]{36}\?query=luthier\+violins$/)
  expect(found.text).toContain('The search cost 1 CV search credit; 39 left.')
  expect(found.$('h1').text()).toBe('2 candidates')
  expect(found.$('.jb-hits > li').length).toBe(2)
  expect(
    found
      .$('.jb-hits mark')
      .map((_, it) => found.$(it).text())
      .get(),
  ).toEqual(['luthier', 'Violins', 'luthier', 'Violins'])
  expect(found.text).toContain('Matches luthier in headline; violins in skills')
  expect(found.source).not.toContain('Quill')

  for (let i = 0; i < 3; i++) expect((await browser.open(found.path)).text).toContain('2 candidates')
  // Back, and the same form once more.
  const again = await browser.submit(form, '/search', { query: 'luthier violins', intent: undefined })
  expect(again.text).toContain('This page was paid for before. Nothing was spent.')
  expect(await left(employerId)).toBe(39)
  // Back, and another query in the same form: another search.
  const other = await browser.submit(form, '/search', { query: 'luthier', intent: undefined })
  expect([other.$('h1').text(), await left(employerId)]).toEqual(['3 candidates', 38])
})

test('a form that is sent 10 times at once searches once', async () => {
  const { browser, employerId } = await recruiter(20)
  const form = await browser.open('/search')
  const pages = await Promise.all(
    Array.from({ length: 10 }, () =>
      browser.submit(form, '/search', { query: 'violins', intent: undefined }),
    ),
  )
  expect(new Set(pages.map(({ path }) => path)).size).toBe(1)
  expect(pages.map(({ $ }) => $('h1').text())).toEqual(Array(10).fill('2 candidates'))
  expect(await left(employerId)).toBe(19)
})

test('a GET never pays: the address of a result that is not stored shows the form (P-475)', async () => {
  const { browser, employerId } = await recruiter(5)
  const address = '/search/results/3f0c7a52-0000-4000-8000-000000000000?query=luthier'
  const page = await browser.open(address, { 'sec-fetch-site': 'cross-site' })
  expect([page.status, page.text]).toEqual([404, expect.stringContaining('This result is not here any more')])
  expect(page.$('textarea').text()).toBe('luthier')
  const found = await browser.submit(page, '/search', { intent: undefined })
  expect(found.$('h1').text()).toBe('3 candidates')
  const changed = await browser.open(found.path.replace('luthier', 'violins'))
  expect([changed.status, await left(employerId)]).toEqual([404, 4])
  // Another employer's result.
  const stranger = await recruiter(5)
  expect((await stranger.browser.open(found.path)).status).toBe(404)
  expect(await left(stranger.employerId)).toBe(5)
  const poor = await recruiter(0)
  expect((await poor.browser.open(address)).status).toBe(404)
  await system.advanceSearch(24 * 3_600_000)
  expect([(await browser.open(found.path)).status, await left(employerId)]).toEqual([404, 4])
})

test('the next page is bought at its price, and paid once; the one before is free', async () => {
  const { browser, employerId } = await recruiter(10)
  const pages = await browser.open('/search?query=luthier')
  const first = await browser.submit(pages, '/search', { size: '10', intent: undefined })
  expect(first.$('.jb-result-pages').length).toBe(0)
  const person = await browser.open('/search?query=luthier&size=2')
  expect(person.status).toBe(200)
  const one = await browser.post('/search', { ...hiddenOf(person), query: 'luthier', size: '2', price: '1' })
  expect([one.$('.jb-hits > li').length, await left(employerId)]).toEqual([2, 8])
  expect(one.$('.jb-result-pages').text()).toContain('Page 2 for 1 CV search credit')
  const twos = await Promise.all(
    Array.from({ length: 10 }, () => browser.submit(one, '.jb-result-pages form')),
  )
  expect(twos.map(({ $ }) => $('.jb-hits > li').length)).toEqual(Array(10).fill(1))
  expect(await left(employerId)).toBe(7)
  const back = await browser.open(twos[0]!.$('.jb-result-pages a').attr('href')!)
  expect(back.$('.jb-hits > li').length).toBe(2)
  expect(back.$('.jb-result-pages a').last().text()).toBe('Page 2, paid')
  expect(await left(employerId)).toBe(7)
})

test('422: what is wrong stands beside its field, what was typed stays, and nothing is spent', async () => {
  const { browser, employerId } = await recruiter(5)
  const form = await browser.open('/search')
  const typed = { query: 'java AND\r\n(oil OR', countries: 'Norwey', days: '0', intent: undefined }
  const wrong = await browser.submit(form, '/search', typed)
  expect([wrong.status, wrong.title]).toEqual([422, expect.stringMatching(/^Error: /)])
  expect(wrong.$('#field-query-error').text()).toBe("Write a term after 'OR', or quote it to find the word.")
  expect(wrong.$('#query-check mark').text()).toBe('OR')
  expect(wrong.$('#field-countries-error').text()).toBe('“Norwey” is no country here. Did you mean Norway?')
  expect(wrong.$('textarea').text()).toBe('java AND\n(oil OR')
  const days = await browser.submit(wrong, '/search', {
    query: 'oil',
    countries: 'norway, SE',
    days: '0',
    intent: undefined,
  })
  expect([days.status, days.$('#field-days-error').text()]).toEqual([422, 'Must be at least 1.'])
  for (const [typed, error] of [
    ['40000', 'Must be at most 36500.'],
    ['1.5', 'Must be a whole number.'],
    ['x', 'Must be a number.'],
  ]) {
    const wrongDays = await browser.submit(days, '/search', { query: 'oil', days: typed, intent: undefined })
    expect([wrongDays.status, wrongDays.$('#field-days-error').text()]).toEqual([422, error])
  }
  expect(days.$('#field-countries').attr('value')).toBe('norway, SE')
  expect(await left(employerId)).toBe(5)
  const price = await browser.submit(days, '/search', {
    query: 'luthier',
    days: '',
    price: '0',
    intent: undefined,
  })
  expect([price.status, price.text]).toEqual([
    409,
    expect.stringContaining('This now costs 1 CV search credit. Nothing was spent.'),
  ])
  const agreed = await browser.submit(price, '/search', { intent: undefined })
  expect([agreed.$('h1').text(), await left(employerId)]).toEqual(['1 candidate', 4])
})

test('400: an address whose query is not percent-encoded UTF-8 says so, signed in or not (P-608)', async () => {
  const { browser } = await recruiter(1)
  for (const path of ['/search?query=M%FCnchen', '/search?%', '/search/unlocked?cursor=%E0%A4%A']) {
    const page = await browser.open(path)
    expect([path, page.status, page.text]).toEqual([
      path,
      400,
      expect.stringContaining('is not percent-encoded UTF-8'),
    ])
  }
  expect((await system.visitor().open('/sign-in?next=%D6')).status).toBe(400)
})

test('without credits the button is off, and a form that is sent all the same spends nothing', async () => {
  const { browser, employerId } = await recruiter(1)
  const form = await browser.open('/search')
  await browser.submit(form, '/search', { query: 'glue', intent: undefined })
  const none = await browser.submit(form, '/search', { query: 'violins', intent: undefined })
  expect([none.status, none.text]).toEqual([422, expect.stringContaining('No CV search credits are left')])
  expect(none.$('.jb-form .btn').last().attr('disabled')).toBeDefined()
  expect(await left(employerId)).toBe(0)
})

test('the query is checked without paying: while it is typed, by a button, and in an address to share', async () => {
  const { browser, employerId } = await recruiter(5)
  const form = await browser.open(
    '/search?query=Java+%28Node.js+%7C+R%C3%A9sum%C3%A9%29&countries=Norway&days=30',
  )
  expect(form.$('#query-check code').text()).toBe('java AND ("node js" OR resume)')
  expect(form.$('#field-days').attr('value')).toBe('30')
  const csrf = form.$('main input[name=csrf]').attr('value')!
  const check = async (query: string) => (await browser.post('/search/check', { csrf, query })).$('body')
  expect((await check('java OR')).find('mark').text()).toBe('OR')
  expect((await check('java OR oil')).find('code').text()).toBe('java OR oil')
  const good = await browser.submit(form, '/search', { query: 'open', countries: 'no', intent: 'check' })
  expect(good.path).toBe('/search?query=open&countries=Norway&days=30')
  const checked = await browser.open('/search?query=%22open')
  expect(checked.text).toContain('Close this quotation mark with a second one."openAt character 1.')
  expect(await left(employerId)).toBe(5)
})

test('hostile queries are answered, kept and found again', async () => {
  const { browser } = await recruiter(20)
  const form = await browser.open('/search')
  const csrf = form.$('main input[name=csrf]').attr('value')!
  const queries = [
    '('.repeat(2_000),
    'x'.repeat(2_001),
    '"'.repeat(1_999),
    'ab*'.repeat(600),
    ...Object.values(hostileTexts),
  ]
  for (const query of queries) {
    const { status, $ } = await browser.post('/search/check', { csrf, query })
    expect([status, $('script, img').length]).toEqual([200, 0])
    expect((await browser.submit(form, '/search', { query, intent: 'check' })).$('textarea').text()).toBe(
      query.replaceAll('\r\n', '\n').trim(),
    )
  }
  const large = { query: 'x'.repeat(100_000), countries: 'NO,'.repeat(20_000), days: '9'.repeat(50_000) }
  for (const intent of ['check', undefined]) {
    expect((await browser.submit(form, '/search', { ...large, intent })).status).toBe(422)
    for (const days of [`${'0'.repeat(100_000)}7`, 'x'.repeat(100_000), '9'.repeat(400)]) {
      const page = await browser.submit(form, '/search', { query: 'oil', days, intent })
      expect([page.path.length < 100, page.status]).toEqual([true, days.endsWith('7') || intent ? 200 : 422])
    }
  }
  const long = Array.from({ length: 50 }, (_, n) => `漢字${n}`.padEnd(30, '語')).join(' OR ')
  const found = await browser.submit(form, '/search', { query: long, intent: undefined })
  expect([found.status, found.$('h1').text()]).toEqual([200, '0 candidates'])
  expect(found.path.length).toBeLessThan(8_000)
  expect(found.text).toContain('Nobody matches')
  const change = await browser.open(found.$('.jb-page-head a').attr('href')!)
  expect(change.$('textarea').text()).toBe(long)
  expect((await browser.open('/search?packed=x')).status).toBe(200)
  const shown = await browser.submit(await browser.open('/search?query=luthier'), '/search', {
    intent: undefined,
  })
  expect(shown.$('.jb-hits script, .jb-hits img').length).toBe(0)
})

test('facets fill the form', async () => {
  const { browser, employerId } = await recruiter(3)
  const found = await browser.submit(await browser.open('/search?query=luthier'), '/search', {
    intent: undefined,
  })
  expect(found.$('.jb-facets').text().replace(/\s+/g, ' ')).toContain('France2Norway1')
  const narrowed = await browser.open(found.$('.jb-facets a').first().attr('href')!)
  expect(narrowed.$('#field-countries').attr('value')).toBe('France')
  const french = await browser.submit(narrowed, '/search', { intent: undefined })
  expect([french.$('h1').text(), await left(employerId)]).toEqual(['2 candidates', 1])
})

function hiddenOf({ $ }: Awaited<ReturnType<Visitor['open']>>): Record<string, string> {
  const of = (name: string) => $(`main form input[name=${name}]`).attr('value')!
  return { csrf: of('csrf'), operation: of('operation') }
}
