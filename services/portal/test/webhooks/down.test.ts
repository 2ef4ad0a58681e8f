import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  // Nothing listens where webhook is.
  system = await openPortalSystem({ only: ['accounts'], env: { WEBHOOK_URL: 'http://127.0.0.1:9' } })
})
afterAll(() => system?.stop())

test('503: while webhook is down its pages name it, and the others work (P-445)', async () => {
  const browser = await system.signedIn(await system.employerWithUser('EmployerAdmin'))
  for (const path of ['/webhooks', '/webhooks/1', '/webhooks/1/settings', '/webhooks/1/again']) {
    const page = await browser.open(path)
    expect([page.status, page.text]).toEqual([503, expect.stringMatching(/webhook/i)])
  }
  const form = await browser.open('/webhooks/new')
  const sent = await browser.submit(form, '/webhooks/new', { url: 'https://example.com/hook' })
  expect([form.status, sent.status]).toEqual([200, 503])
  expect((await browser.open('/')).status).toBe(200)
})
