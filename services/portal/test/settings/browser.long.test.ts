import { signUnsubscribe } from '@jobboard/service/auth/unsubscribe-link'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, horizontalOverflow, openBrowser, openPage } from '../support/browser.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the settings in a real browser, because there is no Chromium')

describe.skipIf(!chromium)('the settings in a real browser', () => {
  let system: PortalSystem
  let mails: MailServer
  let browser: Browser
  beforeAll(async () => {
    mails = await startMailServer()
    browser = await openBrowser()
    system = await openPortalSystem({ env: { SMTP_URL: mails.url } })
  })
  afterAll(async () => {
    await browser?.close()
    await system?.stop()
    await mails?.stop()
  })

  test.each([
    ['light', 1440, true],
    ['dark', 390, false],
  ] as const)(
    '%s, %i px: nothing serious for axe, no overflow, no error; forms work without script (P-432, P-433)',
    async (theme, width, javaScriptEnabled) => {
      const person = await system.employerWithUser('EmployerAdmin')
      const visitor = await system.signedIn(person)
      const key = await system.admin.post<{ id: number }>(
        `/admin/v1/employers/${person.employerId}/api-keys`,
        {
          name: 'ATS',
          scopes: ['CvSearch'],
        },
      )
      await system.admin.post(`/admin/v1/api-keys/${key.body.id}/approve`)
      await eventually('the mail', async () =>
        mails.mails.some(({ recipients }) => recipients.includes(person.email)),
      )
      const { page, errors } = await openPage(browser, {
        viewport: { width, height: 900 },
        colorScheme: theme,
        javaScriptEnabled,
        baseURL: system.baseUrl,
      })
      await page
        .context()
        .addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: system.baseUrl })))
      const token = signUnsubscribe(TEST_CALLER_SECRET, { userId: person.id, kind: 'keys' })
      for (const path of ['/settings', '/settings/mails', `/unsubscribe/${token}`]) {
        await page.goto(path)
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/${path.slice(1, 16).replace('/', '-')}-${width}.png`,
            fullPage: true,
          })
        if (javaScriptEnabled) {
          // The walk through every page looks at the others.
          if (path.startsWith('/unsubscribe')) expect(await accessibilityFindings(page)).toEqual([])
          expect([path, await horizontalOverflow(page)]).toEqual([path, 0])
        }
      }
      await page.getByRole('button', { name: 'End these mails' }).click()
      await page.getByRole('heading', { name: 'Done' }).waitFor()
      await page.goto('/settings')
      expect(await page.getByLabel('A key was approved or refused').isChecked()).toBe(false)
      await page.getByLabel('Time zone').selectOption('Europe/Amsterdam')
      await page.getByRole('button', { name: 'Save the settings' }).click()
      await page.locator('#main').getByText('The settings are saved.').waitFor()
      expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Amsterdam')
      expect(errors).toEqual([])
    },
  )
})
