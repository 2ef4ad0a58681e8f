import { jobDraft } from '@jobboard/testkit/job-draft'
import { beforeAll, expect, test } from 'vitest'
import { type JobsBeside, jobsOf } from '../support/jobs.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
let jobs: JobsBeside
beforeAll(async () => {
  system = await sharedPortalSystem()
  jobs = jobsOf(system)
})

test('an Interviewer reads jobs, without a link that changes them', async () => {
  const { employerId } = await system.employerWithUser('Recruiter')
  const id = await jobs.draft(employerId)
  const browser = await system.signedIn(await system.employerWithUser('Interviewer', { employerId }))
  for (const path of ['/jobs', `/jobs/${id}`]) {
    const page = await browser.open(path)
    expect(page.status).toBe(200)
    expect(page.$('main a[href$="/edit"], main a[href$="/publish"], main a[href="/jobs/new"]')).toHaveLength(
      0,
    )
  }
})

test.each(['EmployerAdmin', 'Recruiter'] as const)(
  "%s: another employer's jobs are 404 and stay",
  async (role) => {
    const others = await system.employerWithUser('EmployerAdmin')
    await jobs.grant(others.employerId, 1)
    const id = await jobs.draft(others.employerId)
    const browser = await system.signedIn(await system.employerWithUser(role))
    const token = String((await browser.open('/jobs/new')).$('[name=csrf]').attr('value'))
    const before = await jobs.read(others.employerId, id)
    for (const path of [`/jobs/${id}`, `/jobs/${id}/edit`, `/jobs/${id}/publish`, `/jobs/${id}/close`]) {
      expect((await browser.open(path)).status, path).toBe(404)
      const missing = await browser.open(path.replace(String(id), '2000000000'))
      expect(missing.status).toBe(404)
      if (path === `/jobs/${id}`) continue
      const fields = {
        csrf: token,
        operation: 'y',
        title: 'Mine',
        price: '1',
        day: '2026-12-01',
        confirmed: 'yes',
      }
      expect((await browser.post(path, { ...fields, etag: '*' })).status, path).toBe(404)
    }
    expect(await jobs.read(others.employerId, id)).toEqual(before)
    for (const path of ['/jobs/0', '/jobs/x', `/jobs/${'9'.repeat(300)}`, '/jobs/1%2F2']) {
      expect((await browser.open(path)).status, path).toBe(404)
    }
  },
)

test('the list: tabs with counts, search, order, pages, and what to do first', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const { employerId } = person
  const first = await browser.open('/jobs')
  expect(first.text).toContain('No job yet')
  expect(first.$('.jb-empty a[href="/jobs/new"]')).toHaveLength(1)
  const active = await jobs.active(employerId)
  for (let n = 0; n < 30; n++) {
    await jobs.draft(employerId, { title: `Job ${n}`, reference: n === 7 ? 'R & D/7' : null, city: 'Porto' })
  }
  const page = await browser.open('/jobs')
  const tabsOf = ({ $ }: typeof page) =>
    $('.jb-tabs a')
      .map((_, tab) => $(tab).text().trim())
      .get()
  expect(tabsOf(page)).toEqual(['All 31', 'Draft 30', 'Active 1', 'Closed 0', 'Expired 0'])
  const titles = ({ $ }: typeof page) =>
    $('tbody .jb-row-link')
      .map((_, row) => $(row).find('span span').first().text())
      .get()
  expect(titles(page)).toEqual(Array.from({ length: 20 }, (_, n) => `Job ${29 - n}`))
  const next = await browser.open(String(page.$('a[rel=next]').attr('href')))
  expect(titles(next)).toEqual([...Array.from({ length: 10 }, (_, n) => `Job ${9 - n}`), 'Lighthouse Keeper'])
  expect(next.$(`tbody a[href="/jobs/${active}"]`)).toHaveLength(1)
  expect(titles(await browser.open('/jobs?status=Active'))).toEqual(['Lighthouse Keeper'])
  expect(titles(await browser.open('/jobs?sort=title')).slice(0, 3)).toEqual(['Job 0', 'Job 1', 'Job 10'])
  // Words, order and status stay together in every address of the list.
  const found = await browser.submit(page, 'form[role=search]', { q: ' JÓB 2 ', sort: 'title' })
  expect(titles(found)).toEqual(['Job 2', ...Array.from({ length: 10 }, (_, n) => `Job 2${n}`)])
  expect(tabsOf(found)).toEqual(['All 11', 'Draft 11', 'Active 0', 'Closed 0', 'Expired 0'])
  expect(found.$('.jb-tabs a').eq(1).attr('href')).toBe('/jobs?q=J%C3%93B+2&sort=title&status=Draft')
  const all = await browser.open('/jobs?q=porto')
  expect(all.$('a[rel=next]').attr('href')).toBe('/jobs?q=porto&page=2')
  expect(titles(await browser.open('/jobs?q=R%20%26%20D'))).toEqual(['Job 7'])
  expect((await browser.open('/jobs?q=submarine')).text).toContain('No job matches')
  expect((await browser.open(`/jobs?status=Wrong&sort=wrong&q=${'x'.repeat(500)}`)).status).toBe(200)
  const refused = await browser.open('/jobs?q=%2B%2B%2B')
  expect([refused.status, refused.$('.jb-errors').length]).toEqual([422, 1])
})

test('a copy is made once for each form, as a draft to work on', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const id = await jobs.active(person.employerId)
  const page = await browser.open(`/jobs/${id}`)
  const form = `form[action="/jobs/${id}/duplicate"]`
  const copies = await Promise.all([browser.submit(page, form), browser.submit(page, form)])
  const paths = new Set(copies.map(({ path }) => path))
  expect([paths.size, copies[0]!.status]).toEqual([1, 200])
  expect([...paths][0]).toMatch(/^\/jobs\/\d+\/edit$/)
  expect(copies[0]!.$('[name=title]').val()).toBe('Lighthouse Keeper')
  expect(await jobs.count(person.employerId)).toBe(2)
  const interviewer = await system.signedIn(
    await system.employerWithUser('Interviewer', { employerId: person.employerId }),
  )
  expect((await interviewer.open(`/jobs/${id}`)).$(form)).toHaveLength(0)
})

test('the preview has what candidates read, as texts, and nothing else of the job', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const id = await jobs.draft(person.employerId, {
    ...jobDraft,
    title: 'Pilot <script>alert(1)</script>',
    description: 'Two\n<b>lines</b> & more',
    reference: 'SECRET-REF',
    applyMethod: 'EmailApply',
    applyEmailAddress: 'secret@employer.example',
    screeningQuestions: [{ text: 'Can you swim?', type: 'YesNo', required: true }],
  })
  const { status, $, text } = await browser.open(`/jobs/${id}/preview`)
  const shown = $('[data-preview]')
  expect([status, shown.find('script, b').length]).toEqual([200, 0])
  expect(text).toContain('Candidates will read this once you publish the job.')
  expect(shown.find('h2').text()).toBe('Pilot <script>alert(1)</script>')
  for (const part of ['Two\n<b>lines</b> & more', 'Can you swim?', person.employerName, 'By e-mail'])
    expect(shown.text()).toContain(part)
  for (const hidden of ['SECRET-REF', 'secret@employer.example']) expect(shown.text()).not.toContain(hidden)
})
