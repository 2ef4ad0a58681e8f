import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../support/visitor.ts'
import { openWebhookPages, type WebhookPages } from './support.ts'

let pages: WebhookPages
beforeAll(async () => {
  pages = await openWebhookPages()
})
afterAll(() => pages?.stop())

const ten = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, work))
const open = async () => {
  pages.receiver.respond(200, 'ok')
  const { browser, person } = await pages.admin()
  const { id } = await pages.add(browser)
  return { browser, person, id, path: `/webhooks/${id}` }
}
/** Opens the newest delivery of an endpoint. */
const newest = async (browser: Visitor, path: string) => {
  const list = await browser.open(path)
  return browser.open(list.$('.jb-row-link[href*="/deliveries/"]').first().attr('href')!)
}

test('a receiver fails: the page says what it said and what to do; mended, the delivery is sent again and has arrived', async () => {
  const { browser, person, id, path } = await open()
  const hostile = '<script>alert(1)</script>\u202egnissem\u202c <img src=x onerror=alert(1)>'
  pages.receiver.respond(500, hostile)
  await pages.happen(person, id, 1)
  const list = await pages.says(browser, path, /job\.expired\s*Pending\s*500/)
  expect(list.text).toMatch(/next attempt\s*in \d+ hours|tomorrow/)
  const failed = await newest(browser, path)
  expect(failed.text).toContain('Your server failed with 500')
  expect(failed.text).toContain('What to do')
  expect(failed.text).toMatch(/Next attempt/)
  expect(failed.$('.jb-attempt pre').text()).toBe(hostile)
  expect(failed.$('main script, main img')).toHaveLength(0)

  pages.receiver.respond(204)
  const requests = pages.receiver.requests.length
  const action = `${failed.path}/redeliver`
  const responses = await ten(() => browser.submit(failed, action))
  for (const { status, text } of responses) {
    expect([status, text]).toEqual([200, expect.stringContaining('Accepted: the delivery is due now')])
  }
  const sent = await pages.says(browser, failed.path, 'Accepted with 204')
  expect(sent.$('.jb-attempt')).toHaveLength(2)
  // Ten times the same form: one request, and one row in the audit.
  expect(pages.receiver.requests).toHaveLength(requests + 1)
  const audited = await pages.sql`
    select from outbox
    where payload->>'action' = 'redeliver' and payload->>'object' = ${`webhook-delivery ${failed.path.split('/').at(-1)}`}`
  expect(audited).toHaveLength(1)
  expect(sent.$('section.card').last().find('code').last().text()).toBe(pages.receiver.requests.at(-1)!.body)
})

test('a test event is accepted, and the page of its delivery says what became of it; ten times the same form sends one', async () => {
  const { browser, path } = await open()
  const page = await browser.open(path)
  expect(page.text).toContain('No delivery yet')
  const requests = pages.receiver.requests.length
  const responses = await ten(() => browser.submit(page, `${path}/test`))
  expect(new Set(responses.map((each) => each.path)).size).toBe(1)
  expect(responses[0]!.text).toContain('Accepted: the test event')
  const delivery = await pages.says(browser, responses[0]!.path, 'Accepted with 200')
  // A script loads this part again while an attempt is near; no form stands in it.
  expect(delivery.$('#delivery[data-refresh]')).toHaveLength(0)
  await pages.sql`update delivery set status = 'Pending', due_at = now() + interval '1 minute', finished_at = null`
  const waiting = await browser.open(delivery.path)
  expect(waiting.$('#delivery').attr('data-refresh')).toBeTruthy()
  expect(waiting.$('#delivery form')).toHaveLength(0)
  await pages.sql`update delivery set due_at = now() + interval '1 hour'`
  expect((await browser.open(delivery.path)).$('#delivery').attr('data-refresh')).toBeUndefined()
  expect(delivery.text).toContain('"type": "webhook.test"')
  expect(pages.receiver.requests).toHaveLength(requests + 1)
})

test('ten failures disable the endpoint: the page says why and what is held, and one action sends it', async () => {
  const { browser, person, id, path } = await open()
  pages.receiver.respond(503)
  await pages.happen(person, id, 10)
  const disabled = await pages.says(browser, path, 'This endpoint is disabled')
  expect(disabled.text).toContain('10 failed attempts in a row')
  expect(disabled.text).toContain('10 deliveries are held')
  expect(disabled.$(`form[action="${path}/test"]`)).toHaveLength(0)
  expect((await browser.open('/webhooks')).text).toContain('10 held')
  // Sending again one of them is accepted, and said to be held.
  const one = await newest(browser, path)
  expect(one.text).toContain('When the endpoint is enabled')
  expect((await browser.submit(one, `${one.path}/redeliver`)).text).toContain('held until you enable it')
  pages.receiver.respond(200)
  const enabled = await browser.submit(disabled, `${path}/enable`)
  expect(enabled.text).toContain('Accepted: 10 held deliveries become due within a minute')
  await pages.says(browser, `${path}?status=Succeeded`, 'Page 1 of 1, 10 in all')
})

test('disabled here, the page says that a person did it; events are held', async () => {
  const { browser, person, id, path } = await open()
  const settings = await browser.open(`${path}/settings`)
  const disabled = await browser.submit(settings, `${path}/disable`)
  expect(disabled.text).toContain('A person of your employer disabled it here')
  await pages.happen(person, id, 2)
  expect((await browser.open(path)).text).toContain('2 deliveries are held')
  expect((await browser.submit(await browser.open(path), `${path}/enable`)).text).toContain(
    '2 held deliveries',
  )
})

test('the filter stands in the address; a page keeps it; a time that is none is said beside its field', async () => {
  const { browser, person, id, path } = await open()
  await pages.happen(person, id, 30)
  await pages.says(browser, `${path}?status=Succeeded`, '30 in all')
  const page = await browser.open(path)
  const filtered = await browser.submit(page, 'form[role=search]', {
    status: 'Succeeded',
    event: 'job.expired',
    since: '2020-01-01T00:00',
  })
  expect(filtered.path).toContain('status=Succeeded')
  const next = filtered.$('a[rel=next]').attr('href')!
  expect(next).toContain('since=2020')
  expect((await browser.open(next)).$('.jb-row')).toHaveLength(5)
  expect((await browser.open(`${path}?status=DeadLettered`)).text).toContain('No delivery matches')
  expect((await browser.open(`${path}?until=2020-01-01T00:00`)).text).toContain('No delivery matches')
  const wrong = await browser.open(
    `${path}?since=yesterday&status=nothing&event=x&page=-1&hours=5&zone=Mars/Here`,
  )
  expect([wrong.status, wrong.$('#field-since-error').length]).toEqual([422, 1])
  for (const [query, field] of [
    ['since=0001-01-01T00:00', 'since'],
    ['until=9999-12-31T23:59&zone=America/Lima', 'until'],
    ['since=2026-01-15T10:00&until=2026-01-15T09:59', 'until'],
  ]) {
    const refused = await browser.open(`${path}?${query}`)
    expect([query, refused.status, refused.$(`#field-${field}-error`).length]).toEqual([query, 422, 1])
  }
  // 09:00 in Berlin is 08:00 UTC in winter: the address says in which zone it is meant.
  await pages.sql`update delivery set created_at = '2026-01-15T08:30:00Z' where id = (
    select id from delivery where subscription_id = ${id} limit 1)`
  const inBerlin = `${path}?since=2026-01-15T09:00&until=2026-01-15T10:00&zone=Europe/Berlin`
  const asRead = await browser.open(inBerlin)
  expect(asRead.$('.jb-row')).toHaveLength(1)
  // The fields are in the zone of the reader, as the table is.
  expect(['since', 'zone'].map((name) => asRead.$(`form[role=search] [name=${name}]`).attr('value'))).toEqual(
    ['2026-01-15T08:00', 'UTC'],
  )
  expect((await browser.open(inBerlin.replace('Europe/Berlin', 'UTC'))).$('.jb-row')).toHaveLength(0)
})

test('the chart has the attempts of each period, and its numbers as a table', async () => {
  const { browser, person, id, path } = await open()
  await pages.happen(person, id, 4)
  await pages.says(browser, path, '4 in all')
  const day = await pages.says(browser, path, /Succeeded\s*100 %/)
  expect(day.$('.jb-chart')).toHaveLength(2)
  expect(day.$('.jb-chart').first().find('tbody tr')).toHaveLength(24)
  expect((await browser.open(`${path}?hours=720`)).$('.jb-chart').first().find('tbody tr')).toHaveLength(30)
  const list = await browser.open('/webhooks')
  expect(list.$('.jb-spark').attr('aria-label')).toBe('4 attempts succeeded and 0 failed, by hour')
})

test('what was given up is counted before it is sent again; ten times the same form sends each once', async () => {
  const { browser, person, id, path } = await open()
  await pages.happen(person, id, 3)
  await pages.says(browser, `${path}?status=Succeeded`, '3 in all')
  await pages.sql`update delivery set status = 'DeadLettered' where subscription_id = ${id}`
  const page = await browser.open(`${path}/again`)
  expect(page.text).toContain('3 deliveries were given up since then')
  expect((await browser.open(`${path}/again?since=2100-01-01T00:00`)).text).toContain(
    'There is nothing to send again',
  )
  const requests = pages.receiver.requests.length
  const responses = await ten(() => browser.submit(page, `${path}/recover`))
  for (const { status } of responses) expect(status).toBe(200)
  await pages.says(browser, `${path}?status=Succeeded`, '3 in all')
  expect(pages.receiver.requests).toHaveLength(requests + 3)
})

test('events of a time are sent again with the same ids; ten times the same form is one replay; refusals stand beside the field', async () => {
  const { browser, person, id, path } = await open()
  await pages.happen(person, id, 3)
  await pages.says(browser, `${path}?status=Succeeded`, '3 in all')
  const page = await browser.open(`${path}/again`)
  const refused = await browser.submit(page, `${path}/replay`, {
    confirmed: 'yes',
    since: '2001-01-01T00:00',
  })
  expect([refused.status, refused.$('#field-since-error').text()]).toEqual([
    422,
    expect.stringContaining('30 days'),
  ])
  expect(refused.$('#field-since').attr('value')).toBe('2001-01-01T00:00')
  expect((await browser.submit(page, `${path}/replay`, {})).status).toBe(422)
  const none = await browser.submit(page, `${path}/replay`, {
    confirmed: 'yes',
    types: ['application.submitted'],
  })
  expect(none.text).toContain('There was no such event')
  const again = await browser.open(`${path}/again`)
  const responses = await ten(() => browser.submit(again, `${path}/replay`, { confirmed: 'yes' }))
  for (const { text } of responses) expect(text).toContain('Accepted: 3 events are sent again')
  await pages.says(browser, `${path}?status=Succeeded`, '6 in all')
  const ids = pages.receiver.requests.slice(-3).map(({ body }) => JSON.parse(body).id)
  const before = pages.receiver.requests.slice(-6, -3).map(({ body }) => JSON.parse(body).id)
  expect(ids.sort()).toEqual(before.sort())
})
