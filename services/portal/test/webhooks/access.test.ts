import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhooks } from '../../src/pages/webhooks/webhooks.ts'
import type { Visitor } from '../support/visitor.ts'
import { openWebhookPages, type WebhookPages } from './support.ts'

let pages: WebhookPages
let own: { id: number; deliveryId: string; employerId: number; browser: Visitor }
beforeAll(async () => {
  pages = await openWebhookPages()
  const { browser, person } = await pages.admin()
  const { id } = await pages.add(browser)
  await pages.happen(person, id, 1)
  await pages.says(browser, `/webhooks/${id}`, /job\.expired\s*Succeeded/)
  const [row] = await pages.sql<{ id: string }>`select id from delivery where subscription_id = ${id}`
  own = { id, deliveryId: row!.id, employerId: person.employerId, browser }
})
afterAll(() => pages?.stop())

const pathOf = (path: string) =>
  path.replace(':subscriptionId', String(own.id)).replace(':deliveryId', own.deliveryId)
const state = () => pages.sql`
  select s.*, (select count(*)::integer from subscription) as all_of_them,
    (select count(*)::integer from subscription_replay) as replays, d.status as delivery_status, d.attempts
  from subscription s join delivery d on d.subscription_id = s.id where s.id = ${own.id}`
/** The forms of a page that the browser has, with these fields. */
const post = async (browser: Visitor, path: string) => {
  const csrf = (await browser.open('/')).$('input[name=csrf]').attr('value')
  return browser.post(path, {
    ...{ csrf, operation: randomUUID(), confirmed: 'yes', overlap: '0', url: 'https://example.com/x' },
    ...{ events: 'job.expired', since: '2030-01-01T00:00', moment: '2030-01-01T00:00:00Z' },
    ...{
      wasUrl: pages.receiver.url,
      wasEvents: 'application.submitted application.status_changed job.expired',
    },
  })
}

test.each(['Recruiter', 'Interviewer', 'viewer', 'operator'] as const)(
  '403: a %s opens no page about webhooks and no form of them does anything',
  async (role) => {
    const person =
      role === 'viewer' || role === 'operator'
        ? await pages.system.staff(role)
        : await pages.system.employerWithUser(role, { employerId: own.employerId })
    const browser = await pages.system.signedIn(person)
    const before = await state()
    expect((await browser.open('/')).$('nav a[href="/webhooks"]')).toHaveLength(0)
    for (const { method, path } of webhooks.pages) {
      const { status } =
        method === 'GET' ? await browser.open(pathOf(path)) : await post(browser, pathOf(path))
      expect([method, path, status]).toEqual([method, path, 403])
    }
    expect(await state()).toEqual(before)
  },
)

test("404: another employer's endpoint and delivery, on every page and by every form; nothing changes (D-19)", async () => {
  const other = await pages.admin()
  const before = await state()
  const named = webhooks.pages.filter(({ path }) => path.includes(':'))
  expect(named.length).toBeGreaterThan(10)
  for (const { method, path } of named) {
    const page =
      method === 'GET' ? await other.browser.open(pathOf(path)) : await post(other.browser, pathOf(path))
    expect([method, path, page.status]).toEqual([method, path, 404])
    expect(page.text).not.toContain(pages.receiver.url)
  }
  expect(await state()).toEqual(before)
})

test('404: a delivery of another endpoint of the same employer, and ids that are none', async () => {
  const { id } = await pages.add(own.browser)
  for (const path of [
    `/webhooks/${id}/deliveries/${own.deliveryId}`,
    `/webhooks/${own.id}/deliveries/x`,
    '/webhooks/0',
    '/webhooks/x%2F..',
    '/webhooks/99999999999999999999',
  ]) {
    expect([path, (await own.browser.open(path)).status]).toEqual([path, 404])
  }
  expect((await post(own.browser, `/webhooks/${id}/deliveries/${own.deliveryId}/redeliver`)).status).toBe(404)
})
