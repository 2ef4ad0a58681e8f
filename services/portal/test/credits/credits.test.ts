import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JobsBeside, jobsOf } from '../support/jobs.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
let jobs: JobsBeside
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'jobs', 'search'] })
  jobs = jobsOf(system)
})
afterAll(() => system?.stop())

const grant = (employerId: number, kind: string, amount: number, reason?: string) =>
  system.admin.post(`/admin/v1/employers/${employerId}/credits`, { kind, amount, reason })

test('balances, entries with their cause in words and a link, and what was spent by day', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const first = await browser.open('/credits')
  expect(first.text).toContain('No entries yet')
  expect(first.text).toContain(`employer number ${person.employerId}`)
  expect(first.text).toContain('Only 0 left')
  await grant(person.employerId, 'CvSearch', 40, 'Contract <7>')
  const id = await jobs.active(person.employerId)
  const page = await browser.open('/credits')
  expect(page.$('.jb-stat').text()).toMatch(/Job posting0.*CV search40.*Unlock0/)
  expect(page.text).toContain('Granted by the platform: Contract <7>')
  expect(page.$(`tbody a[href="/jobs/${id}"]`).text()).toBe(`Published job ${id}`)
  const drawn = page.$('.jb-bar[height!="0"]')
  expect([drawn.length, drawn.text()]).toEqual([1, expect.stringContaining('Job posting: 1 credits')])
  const ofKind = await browser.open('/credits?kind=CvSearch')
  expect(ofKind.$('.card:contains("Entries") .jb-table tbody tr').last().text()).toContain('+40')
  expect(ofKind.$(`a[href="/jobs/${id}"]`)).toHaveLength(0)
})

test('older entries by cursor', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  for (let n = 1; n <= 30; n++) await grant(person.employerId, 'CvDownload', n)
  const browser = await system.signedIn(person)
  const page = await browser.open('/credits?kind=CvDownload')
  const older = await browser.open(String(page.$('a[rel=next]').first().attr('href')))
  const amounts = older
    .$('table:has(caption:contains("Entries")) tbody tr td.jb-numeric:nth-child(3)')
    .map((_, cell) => older.$(cell).text())
    .get()
  expect(amounts).toEqual(['+5', '+4', '+3', '+2', '+1'])
  expect((await browser.open('/credits?cursor=wrong')).status).toBe(400)
  expect((await browser.open('/credits?kind=Wrong')).status).toBe(200)
})

test('an Interviewer and the staff have no credits (P-440)', async () => {
  for (const person of [await system.employerWithUser('Interviewer'), await system.staff('operator')]) {
    const browser = await system.signedIn(person)
    expect((await browser.open('/credits')).status).toBe(403)
    expect((await browser.open('/')).$('nav a[href="/credits"]')).toHaveLength(0)
  }
})

test('the owner of a ledger does not run: the page says so and shows what there is (P-445)', async () => {
  const person = await system.employerWithUser('Recruiter')
  await grant(person.employerId, 'CvSearch', 7)
  await system.network.services.jobs.stop()
  system.network.services.jobs.stop = async () => {}
  const page = await (await system.signedIn(person)).open('/credits?kind=CvSearch')
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('did not answer')])
  expect(page.text).toContain('+7')
})
