import { beforeAll, expect, test } from 'vitest'
import { type JobsBeside, jobsOf } from '../support/jobs.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
let jobs: JobsBeside
beforeAll(async () => {
  system = await sharedPortalSystem()
  jobs = jobsOf(system)
})

async function recruiter(credits: number) {
  const person = await system.employerWithUser('Recruiter')
  if (credits > 0) await jobs.grant(person.employerId, credits)
  return { employerId: person.employerId, browser: await system.signedIn(person) }
}

test('the price and the balance after it stand before the click; one click, one debit', async () => {
  const { employerId, browser } = await recruiter(5)
  const id = await jobs.draft(employerId)
  const page = await browser.open(`/jobs/${id}/publish`)
  expect(page.$('form[action$=publish] button').text()).toContain('Publish for 1 job posting credit')
  expect(page.$('.jb-stat').text()).toMatch(/Left after it4of 5/)
  const day = String(page.$('[name=day]').attr('value'))
  const after = await browser.submit(page, `/jobs/${id}/publish`)
  expect([after.path, after.text]).toEqual([`/jobs/${id}`, expect.stringContaining('4 left')])
  const job = await jobs.read(employerId, id)
  expect([job.status, job.expiryDate]).toEqual(['Active', `${day}T23:59:59.999Z`])
  expect(await jobs.balance(employerId)).toBe(4)
})

test('10 identical posts at once: one debit, and each says that it is published (P-475)', async () => {
  const { employerId, browser } = await recruiter(20)
  const id = await jobs.draft(employerId)
  const page = await browser.open(`/jobs/${id}/publish`)
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(page, `/jobs/${id}/publish`)),
  )
  expect(new Set(pages.map(({ path, status }) => `${status} ${path}`))).toEqual(new Set([`200 /jobs/${id}`]))
  for (const { text } of pages) expect(text).toContain('Published for 1 job posting credit; 19 left')
  expect(await jobs.balance(employerId)).toBe(19)
})

test('two tabs: the second says that the job is active already, and nothing is debited', async () => {
  const { employerId, browser } = await recruiter(3)
  const id = await jobs.draft(employerId)
  const [first, second] = [
    await browser.open(`/jobs/${id}/publish`),
    await browser.open(`/jobs/${id}/publish`),
  ]
  await browser.submit(first, `/jobs/${id}/publish`)
  const after = await browser.submit(second, `/jobs/${id}/publish`)
  expect([after.path, after.text]).toEqual([
    `/jobs/${id}`,
    expect.stringContaining('The job was Active already; nothing was debited.'),
  ])
  expect(await jobs.balance(employerId)).toBe(2)
})

test('a form that showed a lower price publishes nothing (P-475)', async () => {
  const { employerId, browser } = await recruiter(3)
  const id = await jobs.draft(employerId)
  const page = await browser.open(`/jobs/${id}/publish`)
  const after = await browser.submit(page, `/jobs/${id}/publish`, { price: '0' })
  expect([after.status, after.text]).toEqual([422, expect.stringContaining('The price has changed')])
  expect([(await jobs.read(employerId, id)).status, await jobs.balance(employerId)]).toEqual(['Draft', 3])
  // The new form has an operation and a price of its own.
  expect((await browser.submit(after, `/jobs/${id}/publish`)).text).toContain('Published for 1')
})

test('no credits: says so and what to do; the draft stays', async () => {
  const { employerId, browser } = await recruiter(1)
  const id = await jobs.draft(employerId)
  const page = await browser.open(`/jobs/${id}/publish`)
  await jobs.grant(employerId, -1)
  const after = await browser.submit(page, `/jobs/${id}/publish`)
  expect([after.status, after.text]).toEqual([
    422,
    expect.stringContaining('No job posting credits are left'),
  ])
  expect(after.$('form[action$=publish]')).toHaveLength(0)
  expect((await browser.open(`/jobs/${id}/publish`)).text).toContain('Nothing was debited')
  expect((await jobs.read(employerId, id)).status).toBe('Draft')
})

test('what is missing is named, each a link to its field', async () => {
  const { employerId, browser } = await recruiter(1)
  const id = await jobs.draft(employerId, { title: 'Bare', applyMethod: 'EmailApply' })
  const expected = ['description', 'city', 'country', 'employmentType', 'remoteType', 'applyEmailAddress']
  for (const path of [`/jobs/${id}/publish`, `/jobs/${id}`]) {
    const page = await browser.open(path)
    const links = page
      .$('.jb-missing a')
      .map((_, link) => page.$(link).attr('href'))
      .get()
    expect(links).toEqual(expected.map((name) => `/jobs/${id}/edit#field-${name}`))
  }
  const edit = await browser.open(`/jobs/${id}/edit`)
  for (const name of expected) expect(edit.$(`[id=field-${name}]`)).toHaveLength(1)
})

test('a day that is none, is past or too far ahead is refused beside the field, and stays as typed', async () => {
  const { employerId, browser } = await recruiter(1)
  const id = await jobs.draft(employerId)
  const page = await browser.open(`/jobs/${id}/publish`)
  for (const day of ['', '2026-02-31', '2020-01-01', '2999-01-01', 'x'.repeat(5_000)]) {
    const after = await browser.submit(page, `/jobs/${id}/publish`, { day })
    expect([after.status, after.$('#field-day-error').text()]).toEqual([
      422,
      expect.stringContaining('Choose a day'),
    ])
    expect(after.$('[name=day]').attr('value')).toBe(day)
    expect(after.title).toMatch(/^Error: /)
  }
  expect(await jobs.balance(employerId)).toBe(1)
})

test('closing asks first; closed, the job cannot be changed, published or closed again', async () => {
  const { employerId, browser } = await recruiter(0)
  const id = await jobs.active(employerId)
  const page = await browser.open(`/jobs/${id}/close`)
  const unticked = await browser.submit(page, `/jobs/${id}/close`)
  expect([unticked.status, unticked.text]).toEqual([422, expect.stringContaining('Nothing was done yet')])
  expect((await jobs.read(employerId, id)).status).toBe('Active')
  const closed = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(page, `/jobs/${id}/close`, { confirmed: 'yes' })),
  )
  for (const { path, text } of closed)
    expect([path, text]).toEqual([`/jobs/${id}`, expect.stringContaining('is closed')])
  for (const name of ['edit', 'publish', 'close']) {
    expect((await browser.open(`/jobs/${id}/${name}`)).redirects).toEqual([
      { status: 303, to: `/jobs/${id}` },
    ])
  }
})
