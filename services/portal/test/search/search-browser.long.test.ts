import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage, pageFaults } from '../support/browser.ts'
import { openSearchSystem, type SearchSystem } from './search-system.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: CV search in a real browser, because there is no Chromium')

describe.skipIf(!chromium)('CV search in a real browser', () => {
  let system: SearchSystem
  let browser: Browser
  beforeAll(async () => {
    system = await openSearchSystem()
    await system.candidates([
      { headline: 'Senior luthier (violins)', skills: ['Violins', 'W'.repeat(100)], country: 'NO' },
    ])
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await system?.stop()
  })

  async function open(path: string) {
    const person = await system.employerWithUser('Recruiter')
    await system.grant(person.employerId, 'CvSearch', 5)
    await system.grant(person.employerId, 'CvDownload', 5)
    const { page, errors } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
    const { cookies } = await system.signedIn(person)
    const url = system.portal.pagesUrl
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
    await page.goto(url + path)
    return { page, errors, employerId: person.employerId }
  }

  test('the query is checked while it is typed, and the address keeps it; Back and reload cost nothing', async () => {
    const { page, errors, employerId } = await open('/search')
    const query = page.getByLabel('Query', { exact: true })
    await query.pressSequentially('violins AND (oil OR')
    await page.locator('#query-check mark', { hasText: 'OR' }).waitFor()
    expect(await query.getAttribute('aria-invalid')).toBe('true')
    await query.fill('violins OR oil')
    await page.locator('#query-check code', { hasText: 'violins OR oil' }).waitFor()
    expect(await query.getAttribute('aria-invalid')).toBeNull()
    await page.waitForURL('**/search?query=violins+OR+oil')

    await page.getByRole('button', { name: 'Search for 1 CV search credit' }).press('Enter')
    await page.getByRole('heading', { name: '1 candidate' }).waitFor()
    const result = page.url()
    await page.reload()
    await page.getByRole('link', { name: 'A*** Q***' }).click()
    await page.getByLabel('Yes, unlock this profile').press('Space')
    await page.getByRole('button', { name: 'Unlock for 1 unlock credit' }).dblclick()
    await page.getByRole('heading', { name: 'Ada Quill' }).waitFor()
    await page.getByRole('link', { name: 'Back to the result' }).click()
    expect(page.url()).toBe(result)
    await page.goBack()
    await page.goForward()
    await page.getByRole('heading', { name: '1 candidate' }).waitFor()
    expect(await system.balances(employerId)).toMatchObject({ CvSearch: 4, CvDownload: 4 })
    expect(errors).toEqual([])
  })

  test('1440 px light and 390 px dark: readable by everybody, nothing sticks out', async () => {
    const { page, errors } = await open('/search?query=violins+AND+%28oil+OR')
    const check = async () => expect(await pageFaults(page)).toEqual([])
    await check()
    await page.getByLabel('Query', { exact: true }).fill('violins')
    await page.getByRole('button', { name: 'Search for 1 CV search credit' }).click()
    await page.getByRole('heading', { name: '1 candidate' }).waitFor()
    await check()
    await page.getByRole('link', { name: 'A*** Q***' }).click()
    await page.getByRole('heading', { name: 'Unlock the whole profile' }).waitFor()
    await check()
    await page.getByLabel('Yes, unlock this profile').check()
    await page.getByRole('button', { name: 'Unlock for 1 unlock credit' }).click()
    await page.getByRole('heading', { name: 'Contact' }).waitFor()
    await check()
    expect(errors).toEqual([])
  })
})
