import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage, pageFaults } from '../support/browser.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the sign-in in a real browser, because there is no Chromium')

describe.skipIf(!chromium)('the sign-in in a real browser', () => {
  let mails: MailServer
  let system: PortalSystem
  let browser: Browser
  beforeAll(async () => {
    mails = await startMailServer()
    system = await openPortalSystem({ env: { SMTP_URL: mails.url } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await system?.stop()
    await mails?.stop()
  })

  /** Everything that must hold of each page that is looked at. */
  async function look(page: Page, name: string): Promise<void> {
    expect([name, await pageFaults(page)]).toEqual([name, []])
    const folder = process.env.PICTURES
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  }

  async function mailTo(email: string) {
    const mail = await eventually('the mail', async () =>
      mails.mails.find(({ recipients }) => recipients.includes(email)),
    )
    return {
      link: /http\S+\/sign-in\/mail\/\S+/.exec(mail.source)![0],
      code: /\d{4} \d{4}(?=\n)/.exec(mail.source)![0],
    }
  }

  test('by link and by code at 1440 px light and 390 px dark: readable by everybody, no error', async () => {
    const one = await system.employerWithUser('EmployerAdmin')
    await system.employerWithUser('Recruiter', { email: one.email })
    const { page, errors } = await openPage(browser)
    const seen = (name: string) => look(page, name)
    await page.goto(`${system.baseUrl}/account`)
    await seen('sign-in')
    await page.getByLabel('E-mail address').fill(one.email)
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await page.waitForURL('**/sign-in/code')
    await page.getByLabel('Code').fill('0000 0001')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This is not the code of the newest mail').first().waitFor()
    await seen('code-wrong')
    const { link } = await mailTo(one.email)
    await page.goto(link)
    await seen('link')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/sign-in/choose')
    await seen('choose')
    await page.getByLabel('Fjord').first().check()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/account')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL('**/sign-in')
    await page.goBack()
    await page.waitForURL('**/sign-in**')
    // A refused code is 422, which the browser reports.
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
    await page.close()
  })
})
