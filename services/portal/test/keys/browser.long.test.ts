import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieName } from '../../src/session/cookies.ts'
import { accessibilityFindings, openBrowser, openPage } from '../support/browser.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: keys in a real browser, because there is no Chromium')

// Names the folder for pictures of the pages, to look at.
const { PICTURES } = process.env

describe.skipIf(!chromium)('keys in a real browser', () => {
  let system: PortalSystem
  let browser: Browser
  let visitor: Visitor
  beforeAll(async () => {
    system = await sharedPortalSystem()
    browser = await openBrowser()
    visitor = await system.signedIn(await system.employerWithUser('EmployerAdmin'))
  })
  afterAll(async () => {
    await browser?.close()
  })

  async function open() {
    const opened = await openPage(browser, { viewport: { width: 1440, height: 900 } })
    const session = cookieName(system.portal.deps.env, 'session')
    const value = visitor.cookies.get(session)!
    await opened.page.context().addCookies([{ name: session, value, url: system.baseUrl }])
    return opened
  }
  const picture = async (page: Page, name: string) => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
  }

  test('by keyboard alone: a key is minted; leaving it before it is copied warns (P-485)', async () => {
    const { page } = await open()
    await page.goto(`${system.baseUrl}/keys/new`)
    await page.locator('#field-name').fill('By keyboard')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.locator('.jb-secret').waitFor()
    await picture(page, 'secret')
    expect(await accessibilityFindings(page)).toEqual([])
    const asked = new Promise<string>((resolve) => {
      page.on('dialog', (dialog) => {
        resolve(dialog.type())
        void dialog.accept()
      })
    })
    await page.getByRole('link', { name: 'I have stored it' }).click()
    expect(await asked).toBe('beforeunload')
    await page.close()
  })
})
