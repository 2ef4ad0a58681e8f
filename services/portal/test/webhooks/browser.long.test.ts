import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieName } from '../../src/session/cookies.ts'
import { accessibilityFindings, openBrowser, openPage, pageFaults } from '../support/browser.ts'
import type { Visitor } from '../support/visitor.ts'
import { openWebhookPages, type WebhookPages } from './support.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the pages of webhooks in a real browser, because there is no Chromium')

const LONG_URL = `/${'hooks-'.repeat(60)}?a=%22%3E%3Cscript%3Ealert(1)%3C/script%3E`
// Names the folder for pictures of the pages, to look at.
const { PICTURES } = process.env

describe.skipIf(!chromium)('the pages of webhooks in a real browser', () => {
  let pages: WebhookPages
  let browser: Browser
  let visitor: Visitor
  let paths: Record<string, string>
  beforeAll(async () => {
    pages = await openWebhookPages()
    browser = await openBrowser()
    const { browser: admin, person } = await pages.admin()
    visitor = admin
    const healthy = await pages.add(admin, { url: `${pages.receiver.url}?source=job-board` })
    await pages.happen(person, healthy.id, 7)
    await pages.says(admin, `/webhooks/${healthy.id}?status=Succeeded`, '7 in all')
    const failing = await pages.add(admin, {
      url: `${pages.receiver.url}${LONG_URL}`,
      events: ['job.expired'],
    })
    pages.receiver.respond(500, `<h1>Internal error</h1>\u202ednim ruoy ni si ti\u202c ${'x'.repeat(500)}`)
    await pages.happen(person, failing.id, 12)
    await pages.says(admin, `/webhooks/${failing.id}`, 'This endpoint is disabled')
    await pages.add(admin, { url: 'https://hooks.example.com/new' })
    // A month of traffic, so that the charts have a shape.
    await pages.sql`
      insert into attempt_hour (subscription_id, hour, succeeded, failed, durations)
      select ${healthy.id}, date_trunc('hour', now()) - h * interval '1 hour', 20 + (h * 7) % 23, case when h % 9 = 4 then 6 else h % 2 end,
        array_fill(0, array[20]) || array[4, 9, 6, 2, 1] || array_fill(0, array[27])
      from generate_series(1, 700) as h on conflict do nothing`
    const one = async (path: string) =>
      (await admin.open(path)).$('.jb-row-link[href*="/deliveries/"]').first().attr('href')!
    paths = {
      list: '/webhooks',
      month: `/webhooks/${healthy.id}?hours=720&status=Succeeded`,
      disabled: `/webhooks/${failing.id}`,
      delivery: await one(`/webhooks/${healthy.id}`),
      failed: await one(`/webhooks/${failing.id}`),
      again: `/webhooks/${healthy.id}/again`,
    }
  })
  afterAll(async () => {
    await browser?.close()
    await pages?.stop()
  })

  async function open() {
    const opened = await openPage(browser, { viewport: { width: 1440, height: 900 } })
    const url = pages.system.baseUrl
    const session = cookieName(pages.system.portal.deps.env, 'session')
    const value = visitor.cookies.get(session)!
    await opened.page.context().addCookies([{ name: session, value, url }])
    return opened
  }

  test('1440 px light and 390 px dark: readable by everybody, nothing sticks out, no error', async () => {
    const { page, errors } = await open()
    const wrong: string[] = []
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(pages.system.baseUrl + path)
      wrong.push(...(await pageFaults(page)).map((fault) => `${path}: ${fault}`))
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
    }
    expect([wrong, errors]).toEqual([[], []])
    await page.close()
  })

  test('leaving a secret that is not copied warns; by keyboard alone an endpoint is added', async () => {
    const { page } = await open()
    await page.goto(`${pages.system.baseUrl}/webhooks/new`)
    await page.locator('#field-url').fill(pages.receiver.url)
    await page.keyboard.press('Enter')
    await page.locator('.jb-secret').waitFor()
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/secret.png`, fullPage: true })
    expect(await accessibilityFindings(page)).toEqual([])
    const asked = new Promise<string>((resolve) => {
      page.on('dialog', (dialog) => {
        resolve(dialog.type())
        void dialog.accept()
      })
    })
    await page.getByRole('link', { name: 'Continue to the endpoint' }).click()
    expect(await asked).toBe('beforeunload')
    await page.close()
  })
})
