import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebhookPages, type WebhookPages } from '../webhooks/support.ts'
import { atOnce } from './staff-system.ts'

let pages: WebhookPages
beforeAll(async () => {
  pages = await openWebhookPages()
})
afterAll(() => pages?.stop())

test('an operator finds a failed delivery of any employer, reads what was said, and sends it again once', async () => {
  const { system, receiver, sql } = pages
  const { browser, person } = await pages.admin()
  receiver.respond(500, '<h1>broken</h1>')
  const { id } = await pages.add(browser)
  await pages.happen(person, id, 1)
  const operator = await system.signedIn(await system.staff('operator'))
  const list = await pages.says(
    operator,
    `/staff/deliveries?employerId=${person.employerId}`,
    /job\.expired.*500/,
  )
  const path = list.$('.jb-row-link').first().attr('href')!
  const page = await operator.open(path)
  expect(page.text).toContain('<h1>broken</h1>')
  receiver.respond(200)
  const before = receiver.requests.length
  const sent = await atOnce(10, () => operator.clone().submit(page, `${path}/redeliver`))
  expect(sent.map(({ status, text }) => [status, text.includes('Accepted')])).toEqual(
    Array(10).fill([200, true]),
  )
  await pages.says(operator, path, /Succeeded/)
  expect(receiver.requests.length).toBe(before + 1)

  // What waits for its endpoint is held, and what is due is not in the past.
  await sql`update subscription set status = 'Disabled' where id = ${id}`
  await sql`
    update delivery set status = 'Pending', due_at = now() - interval '5 minutes', finished_at = null where subscription_id = ${id}`
  const held = await operator.open(`/staff/deliveries?subscriptionId=${id}`)
  expect(held.text).toContain('Held')
  expect(held.text).not.toContain('minutes ago')
  await sql`update delivery set status = 'DeadLettered' where subscription_id = ${id}`
  await sql`update subscription set status = 'Active' where id = ${id}`
  const one = await operator.open(`/staff/deliveries?subscriptionId=${id}`)
  const action = `/staff/endpoints/${id}/recover`
  expect((await operator.submit(one, action)).text).toContain('Nothing was done')
  const recovered = await operator.submit(one, action, { confirmed: 'yes' })
  expect(recovered.text).toContain('1 delivery is due now')
  await eventually('the delivery again', async () => receiver.requests.length === before + 2)
})
