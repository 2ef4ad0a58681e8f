import { beforeAll, expect, test } from 'vitest'
import { jobsOf } from '../support/jobs.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { OpenPage, Visitor } from '../support/visitor.ts'

const PATH = '/scorecard-template'
let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

async function openAdmin() {
  const admin = await system.employerWithUser('EmployerAdmin')
  const { employerId, id: userId } = admin
  const key = system.network.services.pipeline.as({
    kind: 'recruiter',
    ...{ employerId, userId, keyId: 1, scopes: ['Applications'] },
  })
  const stored = async (path = PATH) => (await key.get(`/api/v1${path}`)).body
  const store = (body: object) => key.put(`/api/v1${PATH}`, body)
  return { employerId, browser: await system.signedIn(admin), stored, store }
}
const press = (browser: Visitor, page: OpenPage, intent: string, fields = {}) =>
  browser.submit(page, PATH, { intent, ...fields })

test('an admin adds, orders and removes criteria and hides scorecards; only saving stores it (P-646)', async () => {
  const { browser, stored } = await openAdmin()
  let page = await browser.open(PATH)
  expect(page.text).toContain('There are no criteria yet')
  page = await press(browser, page, 'add')
  page = await press(browser, page, 'add', { 'criterion.0.name': 'Lamps', 'criterion.0.hint': 'Ask.' })
  page = await press(browser, page, 'up.1', { 'criterion.1.name': 'Horns', hideOthersUntilSubmitted: 'yes' })
  expect((await stored()).criteria).toEqual([])
  page = await browser.submit(page, PATH)
  expect(page.text).toContain('The template is saved')
  const lamps = { name: 'Lamps', hint: 'Ask.' }
  const both = {
    jobId: null,
    criteria: [{ name: 'Horns', hint: null }, lamps],
    hideOthersUntilSubmitted: true,
  }
  expect(await stored()).toEqual(both)
  page = await press(browser, page, 'remove.0')
  await browser.submit(page, PATH, { hideOthersUntilSubmitted: undefined })
  expect(await stored()).toEqual({ jobId: null, criteria: [lamps], hideOthersUntilSubmitted: false })
})

test('a job gets a template of its own from its page, and gives it up again (P-646)', async () => {
  const { employerId, browser, stored, store } = await openAdmin()
  await store({ criteria: [{ name: 'Lamps' }] })
  const jobId = await jobsOf(system).draft(employerId)
  const path = `/jobs/${jobId}/scorecard-template`
  const job = await browser.open(`/jobs/${jobId}`)
  const page = await browser.open(job.$(`a[href="${path}"]`).attr('href')!)
  expect([page.text, page.$('[name="criterion.0.name"]').val()]).toEqual([
    expect.stringContaining('This job uses the template of all jobs'),
    'Lamps',
  ])
  const own = await browser.submit(page, path, { 'criterion.0.name': 'Oil' })
  expect(await stored(path)).toMatchObject({ jobId, criteria: [{ name: 'Oil' }] })
  expect(await stored()).toMatchObject({ jobId: null, criteria: [{ name: 'Lamps' }] })
  const unconfirmed = await browser.submit(own, `${path}/delete`)
  expect(unconfirmed.status).toBe(422)
  await browser.submit(unconfirmed, `${path}/delete`, { confirmed: 'yes' })
  expect(await stored(path)).toMatchObject({ jobId: null })
  // Another employer's job does not exist.
  const other = await openAdmin()
  expect((await other.browser.open(path)).status).toBe(404)
})

test('409: a template that somebody changed meanwhile is shown, and what was typed is kept; sent again it replaces that', async () => {
  const { browser, stored, store } = await openAdmin()
  await store({ criteria: [{ name: 'First' }] })
  const shown = await browser.open(PATH)
  await store({ criteria: [{ name: 'Of a colleague' }] })
  const page = await browser.submit(shown, PATH, { 'criterion.0.name': 'Mine' })
  expect([page.status, page.text]).toEqual([409, expect.stringContaining('Of a colleague')])
  expect(page.$('[name="criterion.0.name"]').val()).toBe('Mine')
  await browser.submit(page, PATH)
  expect((await stored()).criteria).toEqual([{ name: 'Mine', hint: null }])
  // The same form a second time is no conflict.
  expect((await browser.submit(page, PATH)).text).toContain('The template is saved')
})

test('422: an empty or long criterion and a 51st are named at their fields, and nothing is stored', async () => {
  const { browser, stored, store } = await openAdmin()
  const criteria = Array.from({ length: 50 }, (_, n) => ({ name: `Criterion ${n}`, hint: null }))
  await store({ criteria })
  const shown = await browser.open(PATH)
  for (const [fields, label] of [
    [{ 'criterion.3.name': ' ', 'criterion.3.hint': 'x' }, 'Criterion 4'],
    [{ 'criterion.3.name': 'x'.repeat(201) }, 'Criterion 4'],
    [{ 'criterion.3.hint': 'x'.repeat(201) }, 'What to look for (optional)'],
  ] as const) {
    const page = await browser.submit(shown, PATH, fields)
    expect([page.status, page.$('.jb-field-wrong label').text()]).toEqual([422, label])
  }
  const more = await press(browser, shown, 'add')
  const tooMany = await browser.submit(more, PATH, { 'criterion.50.name': 'One more' })
  expect([tooMany.status, tooMany.text.includes('at most 50 criteria')]).toEqual([422, true])
  expect((await stored()).criteria).toEqual(criteria)
})
