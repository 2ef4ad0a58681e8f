import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebhookPages, type WebhookPages } from './support.ts'

let pages: WebhookPages
beforeAll(async () => {
  pages = await openWebhookPages()
})
afterAll(() => pages?.stop())

const ten = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, work))

test('an admin without endpoints is shown what to do first, adds one and sees its secret once', async () => {
  const { browser, person } = await pages.admin()
  const empty = await browser.open('/webhooks')
  expect([empty.status, empty.$('h1').length]).toEqual([200, 1])
  expect(empty.text).toContain('No endpoint yet')
  expect(empty.$('a[href="/webhooks/new"]')).toHaveLength(1)

  const { id, secret, page } = await pages.add(browser, { events: ['job.expired', 'application.erased'] })
  expect(secret).toMatch(/^whsec_/)
  expect(page.$('[data-secret]')).toHaveLength(1)
  expect(page.text).toContain("from '@jobboard/sdk'")
  expect(page.text).toContain('from jobboard import')
  const list = await browser.open('/webhooks')
  expect(list.text).toContain(pages.receiver.url)
  expect(list.text).toContain('application.erased')
  for (const path of ['/webhooks', `/webhooks/${id}`, `/webhooks/${id}/settings`, `/webhooks/${id}/again`]) {
    expect((await browser.open(path)).source, path).not.toContain(secret)
  }
  expect(await pages.subscriptions(person.employerId)).toHaveLength(1)
})

test('ten times the same form adds one endpoint, and each response shows its secret (D-60)', async () => {
  const { browser, person } = await pages.admin()
  const form = await browser.open('/webhooks/new')
  const responses = await ten(() => browser.submit(form, '/webhooks/new', { url: pages.receiver.url }))
  const secrets = new Set(responses.map(({ $ }) => $('.jb-secret code').first().text()))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(secrets.size).toBe(1)
  expect(await pages.subscriptions(person.employerId)).toHaveLength(1)
})

test('422: what was typed stays, the error stands beside its field, and nothing is added', async () => {
  const { browser, person } = await pages.admin()
  const form = await browser.open('/webhooks/new')
  const typed = 'https://user:password@example.com/"><script>alert(1)</script>'
  const refused = await browser.submit(form, '/webhooks/new', { url: typed, events: ['job.expired'] })
  expect([refused.status, refused.title]).toEqual([422, expect.stringMatching(/^Error: /)])
  expect(refused.$('#field-url').attr('value')).toBe(typed)
  expect(refused.$('#field-url').attr('aria-invalid')).toBe('true')
  expect(
    refused
      .$('input[name=events][checked]')
      .toArray()
      .map((it) => it.attribs.value),
  ).toEqual(['job.expired'])
  expect(refused.$('main script')).toHaveLength(0)
  const without = await browser.submit(form, '/webhooks/new', { url: pages.receiver.url, events: undefined })
  expect([without.status, without.$('#field-events-error').length]).toEqual([422, 1])
  expect(await pages.subscriptions(person.employerId)).toHaveLength(0)
})

test('ten times the same rotation makes one secret; the old one signs too until the time that is shown (D-60)', async () => {
  const { browser } = await pages.admin()
  const { id, secret: old } = await pages.add(browser)
  const settings = await browser.open(`/webhooks/${id}/settings`)
  const unticked = await browser.submit(settings, `/webhooks/${id}/rotate`, {})
  expect([unticked.status, unticked.text]).toEqual([422, expect.stringContaining('Tick the box')])
  const rotate = () =>
    browser.submit(settings, `/webhooks/${id}/rotate`, { overlap: '3600', confirmed: 'yes' })
  const responses = await ten(rotate)
  const secrets = new Set(responses.map(({ $ }) => $('.jb-secret code').first().text()))
  expect([secrets.size, secrets.has(old)]).toEqual([1, false])
  expect(responses[0]!.text).toContain('The old secret works until')
  const after = await browser.open(`/webhooks/${id}/settings`)
  expect(after.text).toContain('A secret from before works too, until')
  await browser.submit(await browser.open(`/webhooks/${id}`), `/webhooks/${id}/test`)
  await pages.says(browser, `/webhooks/${id}`, /webhook\.test\s*Succeeded/)
  expect(String(pages.receiver.requests.at(-1)!.headers['webhook-signature']).split(' ')).toHaveLength(2)
})

test('a change is saved while failures are counted; what somebody else changed meanwhile is shown first', async () => {
  const { browser } = await pages.admin()
  const { id } = await pages.add(browser)
  const path = `/webhooks/${id}/settings`
  const [mine, theirs] = [await browser.open(path), await browser.open(path)]
  await pages.sql`update subscription set consecutive_failures = 3 where id = ${id}`
  const other = `${pages.receiver.url}/other`
  const saved = await browser.submit(theirs, path, { url: other, events: ['job.expired'] })
  expect(saved.text).toContain('Saved.')
  const refused = await browser.submit(mine, path, { url: `${pages.receiver.url}/mine` })
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('Somebody changed this endpoint'),
  ])
  expect(refused.text).toContain(other)
  expect(refused.$('#field-url').attr('value')).toBe(`${pages.receiver.url}/mine`)
  expect((await browser.open(`/webhooks/${id}`)).text).toContain(other)
  const again = await browser.submit(refused, path, {})
  expect(again.text).toContain('Saved.')
  expect((await browser.open(`/webhooks/${id}`)).text).toContain(`${pages.receiver.url}/mine`)
})

test('deleting needs the tick; afterwards the endpoint is gone, and the same form again says the same', async () => {
  const { browser, person } = await pages.admin()
  const { id } = await pages.add(browser)
  const settings = await browser.open(`/webhooks/${id}/settings`)
  expect((await browser.submit(settings, `/webhooks/${id}/delete`, {})).status).toBe(422)
  expect((await pages.subscriptions(person.employerId))[0]!.status).toBe('Active')
  const responses = await ten(() => browser.submit(settings, `/webhooks/${id}/delete`, { confirmed: 'yes' }))
  for (const { status, path } of responses) expect([status, path]).toEqual([200, '/webhooks'])
  expect((await pages.subscriptions(person.employerId))[0]!.status).toBe('Deleted')
  expect((await browser.open(`/webhooks/${id}`)).status).toBe(404)
})
