import { beforeAll, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import { type JobsBeside, jobsOf } from '../support/jobs.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { OpenPage } from '../support/visitor.ts'

let system: PortalSystem
let jobs: JobsBeside
beforeAll(async () => {
  system = await sharedPortalSystem()
  jobs = jobsOf(system)
})

async function recruiter() {
  const person = await system.employerWithUser('Recruiter')
  return { employerId: person.employerId, browser: await system.signedIn(person) }
}
const idIn = ({ path }: OpenPage) => Number(path.split('/')[2])
const question = (index: number, part: string) => `screeningQuestions.${index}.${part}`

test('every field of a new job arrives as typed, the first line of the description too', async () => {
  const { employerId, browser } = await recruiter()
  const typed = {
    title: ' Keeper of the Ångström light ',
    description: '\n\n  First line after two empty ones.\n\tTabbed\n\nLast  ',
    city: 'Bergen',
    country: 'NO',
    remoteType: 'HybridRemote',
    employmentType: 'PartTime',
    salaryMin: '50000.5',
    salaryMax: '60000',
    salaryCurrency: 'EUR',
    salaryPeriod: 'Year',
    applyMethod: 'ExternalApply',
    applyEmailAddress: 'jobs@fjord.example',
    applyUrl: 'https://fjord.example/apply?a=1&b=2',
    reference: 'LK-1',
  }
  // As a browser sends it.
  const sent = { ...typed, description: typed.description.replaceAll('\n', '\r\n') }
  const page = await browser.submit(await browser.open('/jobs/new'), '/jobs/new', sent)
  const stored = await jobs.read(employerId, idIn(page))
  expect(stored).toMatchObject({
    ...typed,
    title: typed.title.trim(),
    salaryMin: 50_000.5,
    salaryMax: 60_000,
  })
  // A form that is sent as it was shown changes nothing.
  const edit = await browser.open(`/jobs/${stored.id}/edit`)
  const after = await browser.submit(edit, `/jobs/${stored.id}/edit`)
  expect(after.text).toContain('Nothing was changed.')
  expect(await jobs.read(employerId, stored.id)).toEqual(stored)
})

test('a description with other line breaks stays as it is while another field is changed', async () => {
  const { employerId, browser } = await recruiter()
  const id = await jobs.draft(employerId, { title: 'A', description: '\r\none\r\ntwo\n\nthree' })
  const edit = await browser.open(`/jobs/${id}/edit`)
  await browser.submit(edit, `/jobs/${id}/edit`, { title: 'B' })
  expect(await jobs.read(employerId, id)).toMatchObject({
    title: 'B',
    description: '\r\none\r\ntwo\n\nthree',
  })
})

test('10 identical posts of a new job at once make one job', async () => {
  const { employerId, browser } = await recruiter()
  const page = await browser.open('/jobs/new')
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(page, '/jobs/new', { title: 'Once' })),
  )
  expect(new Set(pages.map(({ path }) => path)).size).toBe(1)
  expect(await jobs.count(employerId)).toBe(1)
  // Back, other values, sent again: explained, and the next try makes another job.
  const again = await browser.submit(page, '/jobs/new', { title: 'Twice' })
  expect([again.status, again.text]).toEqual([422, expect.stringContaining('has been sent before')])
  await browser.submit(again, '/jobs/new')
  expect(await jobs.count(employerId)).toBe(2)
})

test('what is refused stands beside its field, and everything stays as typed', async () => {
  const { employerId, browser } = await recruiter()
  const fields = {
    title: '',
    salaryMin: '5',
    salaryMax: 'many',
    salaryCurrency: 'EUR',
    applyEmailAddress: 'no address',
    applyUrl: 'javascript:alert(1)',
    description: '\nkept',
  }
  const page = await browser.submit(await browser.open('/jobs/new'), '/jobs/new', fields)
  expect([page.status, page.title]).toEqual([422, expect.stringMatching(/^Error: New job/)])
  for (const name of ['title', 'salaryMax', 'applyEmailAddress', 'applyUrl']) {
    expect(page.$(`[id="field-${name}-error"]`).text(), name).not.toBe('')
    expect(page.$(`.jb-errors a[href="#field-${name}"]`), name).toHaveLength(1)
  }
  expect(page.$('[name=salaryMax]').attr('value')).toBe('many')
  expect(page.$('[name=description]').text()).toBe('\nkept')
  const right = { title: 'T', salaryMax: '4', applyEmailAddress: '', applyUrl: '' }
  const next = await browser.submit(page, '/jobs/new', right)
  expect(next.$('[id="field-salaryMin-error"]').text()).toContain('more than salaryMax')
  expect(await jobs.count(employerId)).toBe(0)
})

test('questions: added, moved and removed by buttons without script, and nothing typed is lost', async () => {
  const { employerId, browser } = await recruiter()
  let page = await browser.open('/jobs/new')
  const press = async (intent: string, fields = {}) => {
    page = await browser.submit(page, '/jobs/new', { intent, ...fields })
    expect(page.status).toBe(200)
  }
  await press('add', { title: 'Diver', description: '\nDeep', city: 'Bergen' })
  await press('add', { [question(0, 'text')]: 'Can you swim?' })
  await press('add', {
    [question(1, 'text')]: 'Which suit?',
    [question(1, 'type')]: 'SingleChoice',
    [question(1, 'options')]: 'Dry\r\n\r\n Wet \r\nNone',
    [question(1, 'required')]: undefined,
  })
  await press('up.1', { [question(2, 'text')]: 'Superfluous' })
  await press('down.1')
  await press('remove.1')
  expect(page.$('[name="title"]').attr('value')).toBe('Diver')
  const saved = await browser.submit(page, '/jobs/new')
  expect(await jobs.read(employerId, idIn(saved))).toMatchObject({
    title: 'Diver',
    description: '\nDeep',
    city: 'Bergen',
    screeningQuestions: [
      { text: 'Which suit?', type: 'SingleChoice', required: false, options: ['Dry', 'Wet', 'None'] },
      { text: 'Can you swim?', type: 'YesNo', required: true, options: [] },
    ],
  })
})

test('questions: a refusal stands beside its question; an unchanged question keeps its id (P-08)', async () => {
  const { employerId, browser } = await recruiter()
  const stored = [
    { text: 'Can you swim?', type: 'YesNo', required: true },
    { text: 'Which suit?', type: 'SingleChoice', required: true, options: ['Dry', 'Wet'] },
  ]
  const id = await jobs.draft(employerId, { title: 'Diver', screeningQuestions: stored })
  const [swim] = (await jobs.read(employerId, id)).screeningQuestions
  let page = await browser.open(`/jobs/${id}/edit`)
  page = await browser.submit(page, `/jobs/${id}/edit`, {
    [question(0, 'text')]: '',
    [question(1, 'options')]: 'Dry\r\nDry',
  })
  expect(page.status).toBe(422)
  expect(page.$(`[id="field-${question(0, 'text')}-error"]`).text()).toContain('Must not be empty')
  expect(page.$(`[id="field-${question(1, 'options')}-error"]`).text()).toContain('Must not repeat')
  expect(page.$('.jb-errors').text()).toContain('Question 2, Answers to choose from')
  page = await browser.submit(page, `/jobs/${id}/edit`, {
    [question(0, 'text')]: 'Can you swim?',
    [question(1, 'options')]: 'Dry\r\nSemi-dry',
    intent: 'up.1',
  })
  await browser.submit(page, `/jobs/${id}/edit`)
  const { screeningQuestions } = await jobs.read(employerId, id)
  expect(screeningQuestions.map(({ options }: { options: string[] }) => options)).toEqual([
    ['Dry', 'Semi-dry'],
    [],
  ])
  expect(screeningQuestions[1].id).toBe(swim.id)
})

test('422: 101 questions are refused with a reason; 413: a form with 1 000 is not read (P-587)', async () => {
  const { browser } = await recruiter()
  const page = await browser.open('/jobs/new')
  const send = (count: number) => {
    const many = Array.from({ length: count }, (_, index) => [
      [question(index, 'type'), 'YesNo'],
      [question(index, 'text'), `Question ${index}?`],
    ]).flat()
    const csrf = String(page.$('[name=csrf]').attr('value'))
    return browser.post('/jobs/new', { csrf, operation: 'many', title: 'Many', ...Object.fromEntries(many) })
  }
  const refused = await send(101)
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('at most 100 questions')])
  expect((await send(1_000)).status).toBe(413)
})

test('someone else changed the job: both versions of each field, and nothing is overwritten (P-465)', async () => {
  const { employerId, browser } = await recruiter()
  const id = await jobs.draft(employerId, {
    title: 'Keeper',
    description: 'Lamp',
    city: 'Bergen',
    reference: 'R-1',
  })
  const page = await browser.open(`/jobs/${id}/edit`)
  await jobs.change(employerId, id, { title: 'Theirs', city: 'Oslo' })
  const conflict = await browser.submit(page, `/jobs/${id}/edit`, { title: 'Mine', reference: 'R-2' })
  expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining('Somebody else changed')])
  expect(await jobs.read(employerId, id)).toMatchObject({ title: 'Theirs', city: 'Oslo', reference: 'R-1' })
  const chosen = (name: string) => conflict.$(`[name="use.${name}"][checked]`).attr('value')
  expect([chosen('title'), chosen('city'), chosen('reference')]).toEqual([undefined, 'theirs', 'yours'])
  expect(conflict.$('[name="use.description"]')).toHaveLength(0)
  await browser.submit(conflict, `/jobs/${id}/edit`, { 'use.title': 'yours' })
  expect(await jobs.read(employerId, id)).toMatchObject({
    title: 'Mine',
    city: 'Oslo',
    reference: 'R-2',
    description: 'Lamp',
  })
})

test('a form without an ETag of the job overwrites nothing', async () => {
  const { employerId, browser } = await recruiter()
  const id = await jobs.draft(employerId, { title: 'Keeper' })
  const page = await browser.open(`/jobs/${id}/edit`)
  for (const etag of ['', '*', 'W/"x"', '"a"\r\nx-caller: b', `"${'x'.repeat(10_000)}"`]) {
    const after = await browser.submit(page, `/jobs/${id}/edit`, { title: 'Mine', etag })
    expect([after.status, (await jobs.read(employerId, id)).title], etag).toEqual([409, 'Keeper'])
  }
})

test('a description of 100 000 characters of four bytes is stored and shown whole', async () => {
  const { employerId, browser } = await recruiter()
  const description = '𝕏'.repeat(100_000)
  const page = await browser.open('/jobs/new')
  const saved = await browser.submit(page, '/jobs/new', { title: 'Long', description })
  expect((await jobs.read(employerId, idIn(saved))).description).toBe(description)
  const other = await browser.open('/jobs/new')
  const tooLong = await browser.submit(other, '/jobs/new', {
    title: 'Longer',
    description: `${description}x`,
  })
  expect([tooLong.status, tooLong.$('#field-description-error').text()]).toEqual([
    422,
    expect.stringContaining('at most 100000 characters'),
  ])
})

test('10 identical posts of a change at once: stored once, and none is shown a conflict', async () => {
  const { employerId, browser } = await recruiter()
  const id = await jobs.draft(employerId, { title: 'Keeper' })
  const page = await browser.open(`/jobs/${id}/edit`)
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(page, `/jobs/${id}/edit`, { title: 'Changed' })),
  )
  for (const { text } of pages) expect(text).toContain('The changes are saved.')
})

test('an Active job keeps what publishing required: the refusal stands beside the field (P-07)', async () => {
  const { employerId, browser } = await recruiter()
  const id = await jobs.active(employerId)
  const page = await browser.submit(await browser.open(`/jobs/${id}/edit`), `/jobs/${id}/edit`, { city: '' })
  expect([page.status, page.$('#field-city-error').text()]).toEqual([
    422,
    expect.stringContaining('required'),
  ])
})

test('hostile texts are text on every page', async () => {
  const { employerId, browser } = await recruiter()
  for (const [name, text] of Object.entries(hostileTexts)) {
    const title = text.slice(0, 200)
    const id = await jobs.draft(employerId, {
      title,
      reference: title,
      description: text,
      city: title,
      screeningQuestions: [{ text: title, type: 'SingleChoice', required: true, options: [title] }],
    })
    for (const path of [
      `/jobs/${id}`,
      `/jobs/${id}/edit`,
      `/jobs/${id}/publish`,
      `/jobs/${id}/close`,
      '/jobs',
    ]) {
      const page = await browser.open(path)
      expect(page.status, `${name} ${path}`).toBe(200)
      expect(page.text, `${name} ${path}`).toContain(title.trim().replace(/\s+/g, ' '))
      expect(page.$('main script, main img, main [onerror], main [onmouseover]')).toHaveLength(0)
    }
    const edit = await browser.open(`/jobs/${id}/edit`)
    expect(edit.$('[name=description]').text()).toBe(text)
    expect((await browser.submit(edit, `/jobs/${id}/edit`)).text).toContain('Nothing was changed.')
  }
})
