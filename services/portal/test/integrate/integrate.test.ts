import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem({ env: { PUBLIC_API_URL: 'https://api.board.example' } })
})
afterAll(() => system?.stop())

test('everything to copy: addresses, ids, first calls in three languages, verification, limits, samples', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  const browser = await system.signedIn(person)
  const page = await browser.open('/integrate')
  const copied = page
    .$('.jb-facts pre')
    .map((_, text) => page.$(text).text())
    .get()
  expect(copied).toEqual([
    'https://api.board.example',
    'Authorization: Bearer $API_KEY',
    String(person.employerId),
    String(person.id),
  ])
  for (const path of ['/docs', '/docs/guides/quickstart', '/openapi.json', '/sdk', '/llms.txt']) {
    expect(page.$(`main a[href="https://api.board.example${path}"]`), path).toHaveLength(1)
  }
  expect(page.text).toContain('curl https://api.board.example/api/v1/key')
  expect(page.text).toContain('"type": "application.erased"')
  expect(page.text).toMatch(/CV searchsearches30/)
  expect(page.text).toContain('https://api.board.example/sdk/jobboard-mcp-')
  const typescript = await browser.open('/integrate?language=typescript')
  expect(typescript.text).toContain("import { createClient } from '@jobboard/sdk'")
  expect(typescript.text).toContain('verifyWebhook({')
  const python = await browser.open('/integrate?language=python')
  expect(python.text).toContain('from jobboard import Client, follow_events')
  expect(python.text).toContain('verify_webhook(raw_body')
  expect((await browser.open(`/integrate?language=${'x'.repeat(1_000)}`)).text).toContain('curl https')
})

test.each(['Recruiter', 'Interviewer', 'viewer', 'operator'] as const)('%s: 403', async (role) => {
  const isStaff = role === 'viewer' || role === 'operator'
  const person = isStaff ? await system.staff(role) : await system.employerWithUser(role)
  expect((await (await system.signedIn(person)).open('/integrate')).status).toBe(403)
})

test('it calls no service but accounts for the person, so nothing of it can be missing', async () => {
  const browser = await system.signedIn(await system.employerWithUser('EmployerAdmin'))
  await browser.open('/integrate')
  await system.network.services.accounts.stop()
  system.network.services.accounts.stop = async () => {}
  expect((await browser.open('/integrate')).status).toBe(200)
})
