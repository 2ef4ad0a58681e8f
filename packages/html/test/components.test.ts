import { barChart, lineChart } from '@jobboard/html/chart'
import { errorSummary, field } from '@jobboard/html/field'
import { form } from '@jobboard/html/form'
import { type Html, html, render } from '@jobboard/html/html'
import { numeric, pager, table } from '@jobboard/html/table'
import { money, number, when } from '@jobboard/html/values'
import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { components, hostileTexts } from './support/style-guide.ts'

/** Tag and attributes of each element; links that are left out are not compared. */
function shape($: ReturnType<typeof load>): string[] {
  const elements = $('*').toArray() as unknown as { tagName: string; attribs: Record<string, string> }[]
  return elements.map(({ tagName, attribs: { href, action, ...rest } }) => {
    return [tagName, ...Object.keys(rest).sort()].join(' ')
  })
}

const parsed = (node: Html) => load(render(html`<main>${node}</main>`))

describe('P-430: a hostile text in every component', () => {
  for (const [name, text] of Object.entries(hostileTexts)) {
    test(`${name}: adds no element, no attribute and no link`, () => {
      const hostile = parsed(components(text).body)
      expect(shape(hostile)).toEqual(shape(parsed(components('Engineer').body)))
      expect(hostile('[href^="javascript:"], [action^="javascript:"]').length).toBe(0)
      expect(hostile('[style], [onclick], script:not([src])').length).toBe(0)
      expect(hostile('#field-name').attr('value')).toBe(text)
    })
  }
})

describe('P-433: forms', () => {
  test('a form posts its token, its operation and, where it costs, a tick that the browser demands', () => {
    const $ = parsed(
      form({
        action: '/a',
        csrf: 'c',
        operation: 'o',
        submit: { label: 'Go' },
        confirm: { question: 'Sure?' },
      }),
    )
    expect($('form').attr('method')).toBe('post')
    expect($('[name=csrf]').val()).toBe('c')
    expect($('[name=operation]').val()).toBe('o')
    expect($('[name=confirmed]').attr('required')).toBeDefined()
    expect($('button').attr('type')).toBe('submit')
  })

  test('a field keeps what was typed and has its error and hint beside it', () => {
    const entered = {
      values: { about: '\n\nlines', scopes: ['b'] },
      errors: { about: 'Too long.', 'scopes.0': 'Unknown.' },
    }
    const about = parsed(
      field(entered, { type: 'textarea', name: 'about', label: 'About', hint: 'Short.', maxLength: 10 }),
    )
    expect(about('textarea').text()).toBe('\n\nlines')
    expect(about('textarea').attr()).toMatchObject({
      'aria-invalid': 'true',
      maxlength: '10',
      id: 'field-about',
    })
    const ids = about('textarea').attr('aria-describedby')!.split(' ')
    expect(ids.map((id) => about(`#${id}`).text())).toEqual(['Short.', 'Too long.'])
    expect(about('label').attr('for')).toBe('field-about')

    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ]
    const scopes = parsed(field(entered, { type: 'checkboxes', name: 'scopes', label: 'Scopes', options }))
    expect(scopes('input[checked]').attr('value')).toBe('b')
    expect(scopes('fieldset').text()).toContain('Unknown.')
    expect(scopes('fieldset').attr('id')).toBe('field-scopes')
  })

  test('the summary links each error to its field, also that of a part, and has one of the whole form', () => {
    const errors = { title: 'Too long.', 'scopes.1': 'Unknown.', '': 'Someone else changed it.' }
    const $ = parsed(errorSummary({ values: {}, errors }, { title: 'Title', scopes: 'Scopes' })!)
    expect(
      $('a')
        .toArray()
        .map((one) => [$(one).attr('href'), $(one).text()]),
    ).toEqual([
      ['#field-title', 'Title: Too long.'],
      ['#field-scopes', 'Scopes: Unknown.'],
    ])
    expect($('li').last().text()).toBe('Someone else changed it.')
    expect(errorSummary({ values: {}, errors: {} }, {})).toBeNull()
  })
})

describe('values', () => {
  const time = '2026-11-23T23:30:00Z'
  test('a time stands in the zone of the reader, with the UTC as its title', () => {
    const $ = parsed(when(time, 'Asia/Tokyo'))
    expect($('time').text()).toBe('24 Nov 2026, 08:30')
    expect($('time').attr()).toMatchObject({
      datetime: '2026-11-23T23:30:00.000Z',
      title: '2026-11-23 23:30:00 UTC',
    })
    expect(parsed(when(new Date(time), 'UTC', 'date'))('time').text()).toBe('23 Nov 2026')
    expect(parsed(when(time, 'No/Such'))('time').text()).toBe('23 Nov 2026, 23:30')
    expect(parsed(when(null, 'UTC'))('main').text()).toBe('Never')
    expect(parsed(when('soon', 'UTC'))('main').text()).toBe('soon')
  })

  test('a distance is from now', () => {
    const text = (now: string) => parsed(when(time, 'UTC', 'relative', new Date(now)))('time').text()
    expect(text('2026-11-23T23:30:20Z')).toBe('20 seconds ago')
    expect(text('2026-11-24T02:31:00Z')).toBe('3 hours ago')
    expect(text('2026-11-22T23:00:00Z')).toBe('tomorrow')
  })

  test('numbers and prices', () => {
    expect([number(1234567.5), money(1, 'JobPosting'), money(1200, 'CvSearch')]).toEqual([
      '1,234,567.5',
      '1 job posting credit',
      '1,200 CV search credits',
    ])
  })
})

describe('lists and charts', () => {
  test('a list without rows says so, one with rows links the first cell', () => {
    const columns = {
      Name: (row: string) => row,
      n: numeric(() => 1),
    }
    const none = parsed(table({ caption: 'Jobs', columns, rows: [], empty: 'No jobs' }))
    expect(none('table').length).toBe(0)
    expect(none('main').text()).toContain('No jobs')
    const $ = parsed(table({ caption: 'Jobs', columns, rows: ['a'], empty: '', rowHref: (row) => `/${row}` }))
    expect($('td a').attr('href')).toBe('/a')
    expect($('[role=region]').attr()).toMatchObject({ tabindex: '0', 'aria-label': 'Jobs, table' })
  })

  test('the pager has no link beyond the ends', () => {
    const hrefs = (page: number, total: number) =>
      parsed(pager({ page, pageSize: 10, total, href: (to) => `?page=${to}` }))('a')
        .toArray()
        .map(({ attribs }) => attribs.href)
    expect([hrefs(1, 0), hrefs(1, 25), hrefs(2, 25), hrefs(3, 25), hrefs(9, 25)]).toEqual([
      [],
      ['?page=2'],
      ['?page=1', '?page=3'],
      ['?page=2'],
      ['?page=3'],
    ])
  })

  test('a chart draws within its box and has its numbers as a table', () => {
    const points = [0, 7, 93, Number.NaN, -4].map((n, i) => ({ label: `${i}`, values: { a: n, b: 2 } }))
    const chart = {
      title: 'Calls',
      unit: 'calls',
      points,
      series: [
        { key: 'a', label: 'A' },
        { key: 'b', label: 'B' },
      ],
    }
    const bars = parsed(barChart(chart))
    for (const bar of bars('rect').toArray()) {
      const { y, height } = bar.attribs
      expect(Number(y)).toBeGreaterThanOrEqual(0)
      expect(Number(y) + Number(height)).toBeLessThanOrEqual(180.1)
    }
    expect(bars('svg').attr('aria-label')).toBe('Calls. Highest value: 93 calls.')
    expect(bars('tbody tr').length).toBe(5)
    const lines = parsed(lineChart({ ...chart, points: points.slice(0, 1) }))
    expect(lines('polyline').first().attr('points')).toBe('0,180 720,180')
    expect(parsed(lineChart({ ...chart, points: [] }))('svg').length).toBe(0)
    // No attempts are no attempts of 0 ms: the line ends and begins again.
    const gaps = [5, null, null, 5, 10].map((a, i) => ({ label: `${i}`, values: { a } }))
    const broken = parsed(lineChart({ ...chart, series: chart.series.slice(0, 1), points: gaps }))
    const drawn = broken('polyline').map((_, line) => line.attribs.points)
    expect(drawn.get()).toEqual(['0,90 90,90', '540,90 720,0'])
    expect(broken('tbody td').eq(3).text()).toBe('–')
  })
})
