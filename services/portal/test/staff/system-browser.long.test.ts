import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, pageFaults } from '../support/browser.ts'
import { openTab } from '../support/tab.ts'
import { openStaffPages, type StaffPages } from './staff-system.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the pages of the staff in a real browser, because there is no Chromium')

const HOSTILE = `<b onmouseover=alert(1)>\u202ednim\u202c 👩‍🚀 ${'x'.repeat(3_000)}`
// Names the folder for pictures of the pages, to look at.
const { PICTURES } = process.env

describe.skipIf(!chromium)('the pages of the staff in a real browser', () => {
  let pages: StaffPages
  let browser: Browser
  let paths: Record<string, string>
  beforeAll(async () => {
    pages = await openStaffPages()
    browser = await openBrowser()
    const id = await pages.deadLetter(1, { error: HOSTILE })
    await pages.deadLetter(2)
    await pages.system.admin.post('/admin/v1/employers', { name: HOSTILE.slice(0, 200) })
    const repair = await pages.asOperator.open('/staff/system/repair')
    const fields = { service: 'jobs', confirmed: 'yes' }
    const resync = await pages.asOperator.submit(repair, '/staff/system/resync', fields)
    paths = {
      letters: '/staff/dead-letters',
      letter: `/staff/dead-letters/${id}`,
      system: '/staff/system',
      streams: '/staff/system/streams?all=yes',
      repair: '/staff/system/repair',
      resync: resync.path,
      audit: '/staff/audit',
    }
  })
  afterAll(async () => {
    await browser?.close()
    await pages?.system.stop()
  })

  test('1440 px light and 390 px dark: no serious finding, no error, nothing wider than the window', async () => {
    const { page, errors } = await openTab(browser, pages.system, pages.asOperator)
    const wrong: string[] = []
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(path)
      if (name === 'audit') await page.locator('.jb-change summary').first().click()
      // Below the bar of a phone a field counts as covered.
      await page.evaluate('scrollTo(0, 0)')
      wrong.push(...(await pageFaults(page)).map((fault) => `${name}: ${fault}`))
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
    }
    expect([wrong, errors]).toEqual([[], []])
    await page.context().close()
  })
})
