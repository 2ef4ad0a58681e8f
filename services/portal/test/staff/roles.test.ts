import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/pages/audit/audit.ts'
import { deadLetters } from '../../src/pages/dead-letters/dead-letters.ts'
import { system } from '../../src/pages/system/system.ts'
import { deliveries } from '../../src/pages/webhooks/staff.ts'
import type { Visitor } from '../support/visitor.ts'
import { openStaffPages, type StaffPages } from './staff-system.ts'

let pages: StaffPages
beforeAll(async () => {
  pages = await openStaffPages()
})
afterAll(() => pages?.system.stop())

const all = [deadLetters, deliveries, system, audit]
  .flatMap((area) => area.pages)
  .filter(({ path }) => path.startsWith('/staff'))
const post = async (browser: Visitor, path: string) => {
  const csrf = (await browser.open('/')).$('input[name=csrf]').attr('value')
  const fields = { service: 'jobs', since: '2026-01-01T00:00', confirmed: 'yes' }
  return browser.post(path, { csrf, operation: randomUUID(), ...fields })
}
const filled = (path: string, id: string) =>
  path
    .replace(':deadLetterId', id)
    .replace(':service', 'jobs')
    .replace(':subscriptionId', '1')
    .replace(/:\w+/, 'jobs-1')

test.each(['EmployerAdmin', 'Recruiter', 'Interviewer'] as const)(
  '403: a %s opens no page of the staff, and no form of them does anything',
  async (role) => {
    const id = await pages.deadLetter(1)
    const browser = await pages.system.signedIn(await pages.system.employerWithUser(role))
    expect((await browser.open('/')).$('nav a[href^="/staff"]')).toHaveLength(0)
    for (const { method, path } of all) {
      const page = await (method === 'GET' ? browser.open(filled(path, id)) : post(browser, filled(path, id)))
      expect([method, path, page.status]).toEqual([method, path, 403])
    }
    expect((await pages.letters()).map((row) => `pipeline-${row.id}`)).toContain(id)
  },
)

test('a viewer reads every page without a form that acts; every form is 403 and changes nothing', async () => {
  const id = await pages.deadLetter(2)
  for (const { method, path } of all) {
    const to = filled(path, id)
    if (method === 'POST') {
      expect([path, (await post(pages.asViewer, to)).status]).toEqual([path, 403])
      continue
    }
    const page = await pages.asViewer.open(to)
    expect([path, page.status]).toEqual([
      path,
      path.includes('Id') && !to.includes(id) ? expect.anything() : 200,
    ])
    expect([path, page.status]).not.toEqual([path, 403])
    expect([path, page.$('main form[method=post]').length]).toEqual([path, 0])
  }
  expect((await pages.letters()).map((row) => `pipeline-${row.id}`)).toContain(id)
  const jobs = pages.system.network.services.jobs.deps.db
  expect(await jobs.sql`select id from resync`).toEqual([])
})
