import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import {
  accessibilityFindings,
  becomesTrue,
  horizontalOverflow,
  openBrowser,
  openPage,
} from '../support/browser.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the pages of the staff in a real browser, because there is no Chromium')

describe.skipIf(!chromium)('the pages of the staff in a real browser', () => {
  let system: PortalSystem
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
    system = await openPortalSystem({ only: ['accounts', 'candidate'] })
  })
  afterAll(async () => {
    await browser?.close()
    await system?.stop()
  })

  async function operator(width = 1440, colorScheme: 'light' | 'dark' = 'light') {
    const visitor = await system.signedIn(await system.staff('operator'))
    const opened = await openPage(browser, {
      viewport: { width, height: 900 },
      colorScheme,
      baseURL: system.baseUrl,
    })
    const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: system.baseUrl }))
    await opened.page.context().addCookies(cookies)
    return opened
  }
  const create = async (path: string, body: object) => (await system.admin.post(path, body)).body.id as number

  test('the progress of an erasure comes by itself, once complete it is said, and the page rests', async () => {
    const person = { firstName: 'Ada', lastName: 'Quill', email: 'ada.quill@post.example' }
    const id = await create('/admin/v1/candidates', person)
    const { erasureId } = (await system.admin.delete(`/admin/v1/candidates/${id}`)).body
    const { page, errors } = await operator()
    await page.goto(`/staff/candidates/erasures/${erasureId}`)
    await page.evaluate('globalThis.isSame = true')
    const { sql } = system.network.services.candidate.deps.db
    await sql`insert into erasure_confirmation (erasure_id, service, confirmed_at)
      select ${erasureId}, unnest(array['candidate', 'pipeline', 'search', 'webhook', 'accounts']), now()
      on conflict do nothing`
    await becomesTrue(page, `document.querySelector('#erasure').textContent.includes('5 of 5')`)
    await becomesTrue(page, `document.getElementById('announce').textContent === 'Complete'`)
    expect(
      await page.evaluate('[globalThis.isSame, document.querySelectorAll("[data-refresh]").length]'),
    ).toEqual([true, 0])
    expect(errors).toEqual([])
  })

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)(
    '%s, %i px: nothing serious for axe, no overflow, no error on any page',
    async (theme, width) => {
      const employer = await create('/admin/v1/employers', { name: hostileTexts.markup.slice(0, 200) })
      const keyId = await create(`/admin/v1/employers/${employer}/api-keys`, {
        name: hostileTexts.override.slice(0, 150),
        scopes: ['CvSearch', 'JobPosting'],
      })
      const candidate = await create('/admin/v1/candidates', {
        firstName: hostileTexts.markup.slice(0, 100),
        lastName: hostileTexts.emoji.slice(0, 50),
        email: `hostile.${width}@post.example`,
      })
      const { page, errors } = await operator(width, theme)
      for (const path of [
        '/',
        '/staff/review',
        `/staff/review/${keyId}`,
        '/staff/employers',
        `/staff/employers/${employer}`,
        `/staff/employers/${employer}/change`,
        '/staff/candidates',
        `/staff/candidates/${candidate}`,
        `/staff/candidates/${candidate}/erase`,
        '/staff/candidates/erasures',
      ]) {
        await page.goto(path)
        expect(await accessibilityFindings(page), path).toEqual([])
        expect(await horizontalOverflow(page), path).toBe(0)
        expect(await page.locator('h1').count(), path).toBe(1)
      }
      expect(errors).toEqual([])
      expect(await page.evaluate('globalThis.ran')).toBeUndefined()
    },
  )
})
