import { beforeAll, expect, test } from 'vitest'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

const PATH = '/rejection-reasons'
let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

async function openAdmin() {
  const admin = await system.employerWithUser('EmployerAdmin')
  const { employerId, id: userId } = admin
  const scopes = ['Applications']
  const key = system.network.services.pipeline.as({ kind: 'recruiter', employerId, userId, keyId: 1, scopes })
  const stored = async () => (await key.get('/api/v1/rejection-reasons')).body
  const store = (list: object[]) => key.put('/api/v1/rejection-reasons', list)
  return { employerId, browser: await system.signedIn(admin), stored, store }
}
const press = async (
  browser: Visitor,
  page: Awaited<ReturnType<Visitor['open']>>,
  intent: string,
  fields = {},
) => browser.submit(page, PATH, { intent, ...fields })

test('an admin adds, renames, orders and removes reasons; only saving stores them (P-465)', async () => {
  const { browser, stored } = await openAdmin()
  let page = await browser.open(PATH)
  expect(page.text).toContain('There are no reasons yet')
  page = await press(browser, page, 'add')
  page = await press(browser, page, 'add', { 'reason.0.label': 'Zu wenig Erfahrung' })
  page = await press(browser, page, 'add', { 'reason.1.label': '経験が足りない' })
  page = await press(browser, page, 'up.1', { 'reason.2.label': 'Zu  wenig, Erfahrung!' })
  expect([await stored(), page.status]).toEqual([[], 200])
  page = await browser.submit(page, PATH)
  expect(page.text).toContain('The list of reasons is saved')
  expect(await stored()).toEqual([
    { code: 'reason', label: '経験が足りない' },
    { code: 'zu-wenig-erfahrung', label: 'Zu wenig Erfahrung' },
    { code: 'zu-wenig-erfahrung-2', label: 'Zu  wenig, Erfahrung!' },
  ])
  page = await press(browser, page, 'remove.0', { 'reason.1.label': 'Erfahrung fehlt' })
  expect(page.text).toMatch(/Removed when you save:\s*経験が足りない/)
  await browser.submit(page, PATH)
  expect(await stored()).toEqual([
    { code: 'zu-wenig-erfahrung', label: 'Erfahrung fehlt' },
    { code: 'zu-wenig-erfahrung-2', label: 'Zu  wenig, Erfahrung!' },
  ])
})

test('409: a list that somebody changed meanwhile is shown, and what was typed is kept; sent again it replaces that', async () => {
  const { browser, stored, store } = await openAdmin()
  await store([{ code: 'a', label: 'First' }])
  const shown = await browser.open(PATH)
  await store([{ code: 'b', label: 'Of a colleague' }])
  const page = await browser.submit(shown, PATH, { 'reason.0.label': 'Mine' })
  expect(page.status).toBe(409)
  expect(page.text).toContain('Of a colleague')
  expect(page.$('[name="reason.0.label"]').val()).toBe('Mine')
  expect(await stored()).toEqual([{ code: 'b', label: 'Of a colleague' }])
  await browser.submit(page, PATH)
  expect(await stored()).toEqual([{ code: 'a', label: 'Mine' }])
  const csrf = String(page.$('input[name=csrf]').first().val())
  expect((await browser.post(PATH, { csrf })).status).toBe(409)
  // The same form a second time is no conflict.
  expect((await browser.submit(page, PATH)).text).toContain('The list of reasons is saved')
})

test('422: an empty or long reason and a 51st are named at their fields, and nothing is stored', async () => {
  const { browser, stored, store } = await openAdmin()
  const list = Array.from({ length: 50 }, (_, n) => ({ code: `c${n}`, label: `Reason ${n}` }))
  await store(list)
  const shown = await browser.open(PATH)
  const empty = await browser.submit(shown, PATH, { 'reason.3.label': ' ' })
  expect([empty.status, empty.$('.jb-field-wrong label').text()]).toEqual([422, 'Reason 4'])
  const long = await browser.submit(shown, PATH, { 'reason.3.label': 'x'.repeat(201) })
  expect([long.status, long.$('.jb-field-wrong label').text()]).toEqual([422, 'Reason 4'])
  const more = await press(browser, shown, 'add')
  const tooMany = await browser.submit(more, PATH, { 'reason.50.label': 'One more' })
  expect([tooMany.status, tooMany.text.includes('at most 50 reasons')]).toEqual([422, true])
  expect(await stored()).toEqual(list)
})
