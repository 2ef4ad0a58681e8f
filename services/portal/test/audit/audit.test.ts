import { beforeAll, expect, test } from 'vitest'
import { type Hiring, openHiring } from '../board/hiring.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

let system: PortalSystem
let hiring: Hiring
beforeAll(async () => {
  system = await sharedPortalSystem()
  hiring = await openHiring(system)
})

/** The lines of a file, and its heads. */
async function fileOf(browser: Visitor, path: string) {
  const file = await browser.open(path)
  const [heads = '', ...lines] = file.source.trimEnd().split('\r\n')
  return { ...file, heads: heads.replace('\uFEFF', '').split(','), lines }
}

test('an EmployerAdmin reads the own audit by names, and nothing of another employer or of the staff (P-660)', async () => {
  const { people, browsers, employerId } = hiring
  const other = await openHiring(system)
  const name = '<b>Ada</b> "Lind"'
  const users = `/admin/v1/employers/${employerId}/users`
  await system.admin.put(`${users}/${people.Recruiter.id}`, { name })
  const form = await browsers.EmployerAdmin.open('/users/new')
  const invited = { name: 'Bo Dahl', email: `bo.${employerId}@people.example`, role: 'Interviewer' }
  await browsers.EmployerAdmin.submit(form, '/users/new', invited)
  const page = await browsers.EmployerAdmin.open('/audit')
  const rows = page.$('tbody tr').toArray()
  const lines = rows.map((row) => page.$(row).text().replace(/\s+/g, ' '))
  expect(lines[0]).toContain(people.EmployerAdmin.name)
  expect(lines[0]).toContain('Create user')
  expect(lines[0]).toContain('User Bo Dahl')
  expect(page.text).toContain(`User ${name}`)
  expect(page.source).not.toContain('<b>Ada</b>')
  expect(page.text).toContain('The platform')
  for (const hidden of ['operator', `user ${other.people.Recruiter.id}`, `employer ${other.employerId}`])
    expect([hidden, page.$('tbody').text().includes(hidden)]).toEqual([hidden, false])
  const chosen = `actor=user+${people.EmployerAdmin.id}`
  const own = await browsers.EmployerAdmin.open(`/audit?${chosen}`)
  expect(own.$('tbody tr')).toHaveLength(1)
  expect(own.$('[name=actor] option[selected]').text()).toBe(people.EmployerAdmin.name)
  expect(own.$('a:contains("Export")').attr('href')).toBe(`/audit/export?${chosen}`)
  const theirs = await browsers.EmployerAdmin.open(`/audit?actor=user+${other.people.EmployerAdmin.id}`)
  expect(theirs.text).toContain('No change matches')
  const file = await fileOf(browsers.EmployerAdmin, `/audit/export?${chosen}`)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect([file.heads.slice(0, 4), file.lines.length]).toEqual([['When', 'Who', 'Actor', 'Action'], 1])
  expect(file.lines[0]).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z,/)
  expect(file.source).not.toContain('Service')
})

test('the staff see names in the audit, choose among people, and of one employer among its own', async () => {
  const operator = await system.signedIn(await system.staff('operator'))
  const { employerId, people } = hiring
  const page = await operator.open(`/staff/audit?employerId=${employerId}`)
  expect(page.$('tbody').text()).toContain(people.EmployerAdmin.name)
  expect(page.$(`[name=actor] option[value="user ${people.EmployerAdmin.id}"]`)).toHaveLength(1)
  const file = await fileOf(operator, `/staff/audit/export?employerId=${employerId}`)
  expect(file.heads).toEqual(expect.arrayContaining(['Service', 'Employer']))
  expect(file.lines.length).toBeGreaterThan(3)
})

test('the file of applications has the filters of the list; an Interviewer gets no contact data in it (P-469, P-661)', async () => {
  const { browsers, jobId, employerId } = hiring
  const profile = { firstName: '=HYPERLINK("x")', lastName: 'Vik, jr', headline: '@cmd' }
  const id = await hiring.apply({ profile })
  await hiring.move(await hiring.apply(), 'Screened')
  const list = await browsers.Recruiter.open('/applications?status=New')
  const href = list.$('a:contains("Export")').attr('href')!
  expect(href).toContain('status=New')
  const file = await fileOf(browsers.Recruiter, href)
  expect(file.lines).toHaveLength(1)
  expect(file.lines[0]).toMatch(
    new RegExp(`^${id},"'=HYPERLINK\\(""x""\\) Vik, jr",ada\\.\\d+\\.${employerId}@example\\.test,'@cmd,`),
  )
  const all = await fileOf(browsers.Recruiter, `/jobs/${jobId}/applications/export`)
  expect(all.lines).toHaveLength(2)
  const seen = await fileOf(browsers.Interviewer, href)
  expect([seen.heads.includes('E-mail'), seen.source.includes('@example.test')]).toEqual([false, false])
  expect(seen.lines).toHaveLength(1)
  const wrong = await browsers.Recruiter.open('/applications/export?status=Nothing')
  expect([wrong.status, wrong.headers.get('content-type')]).toEqual([400, expect.stringContaining('html')])
  const other = await openHiring(system)
  expect((await other.browsers.Recruiter.open(`/jobs/${jobId}/applications/export`)).status).toBe(404)
})

test('the file of credits has the entries of the chosen kind', async () => {
  const { browsers, employerId } = hiring
  await system.admin.post(`/admin/v1/employers/${employerId}/credits`, { kind: 'JobPosting', amount: 5 })
  const page = await browsers.Recruiter.open('/credits?kind=JobPosting')
  const file = await fileOf(browsers.Recruiter, page.$('a:contains("Export")').attr('href')!)
  expect(file.heads).toEqual(['Entry', 'Kind', 'Credits', 'What for', 'When'])
  expect(file.lines.length).toBeGreaterThan(1)
  for (const line of file.lines) expect(line).toMatch(/^\d+,Job posting,-?\d+,/)
})

test('a Recruiter sees no API calls before asking for them, and compact rows in every browser after choosing them', async () => {
  const { browsers, people } = hiring
  const look = async (browser: Visitor) => {
    const page = await browser.open('/applications')
    return [page.$('.jb-calls').length, page.$('body').hasClass('jb-compact')]
  }
  expect(await look(browsers.EmployerAdmin)).toEqual([1, false])
  expect(await look(browsers.Recruiter)).toEqual([0, false])
  expect(await look(browsers.Interviewer)).toEqual([0, false])
  const account = await browsers.Recruiter.open('/account')
  const saved = await browsers.Recruiter.submit(account, '/preferences/look', {
    compact: 'yes',
    calls: 'yes',
  })
  expect(saved.text).toContain('Saved')
  expect(await look(browsers.Recruiter)).toEqual([1, true])
  expect(await look(await system.signedIn(people.Recruiter))).toEqual([1, true])
  expect(await look(browsers.Interviewer)).toEqual([0, false])
  const again = await browsers.Recruiter.open('/account')
  await browsers.Recruiter.submit(again, '/preferences/look', { compact: undefined, calls: undefined })
  expect(await look(browsers.Recruiter)).toEqual([0, false])
})
