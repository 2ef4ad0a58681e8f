import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'jobs', 'search'] })
})
afterAll(() => system?.stop())

test('503: a form whose service is down offers the same fields with the same operation (P-444)', async () => {
  const { employerId } = await system.employerWithUser('EmployerAdmin')
  const browser = await system.signedIn(await system.staff('operator'))
  const path = `/staff/employers/${employerId}/credits`
  const typed = { kind: 'JobPosting', amount: '7', reason: `Contract "7" & 'more'` }
  const asked = await browser.submit(await browser.open(path), `${path}/grant`, typed)
  const operation = asked.$(`form[action="${path}/grant"] input[name=operation]`).val()
  await system.network.services.jobs.stop()
  system.network.services.jobs.stop = async () => {}
  const failed = await browser.submit(asked, `${path}/grant`, { confirmed: 'yes' })
  expect([failed.status, failed.$('h1').text()]).toEqual([503, 'A part of the system cannot be reached'])
  const fields = failed.$(`main form[action="${path}/grant"]`).serializeArray()
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({ ...typed, operation, confirmed: 'yes' })
  expect((await browser.submit(failed, `${path}/grant`)).status).toBe(503)
})
