import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { becomesTrue, openBrowser, openPage } from '../support/browser.ts'
import { servePages } from '../support/serve-pages.ts'
import { styleGuide } from '../support/style-guide.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the script of the pages, because there is no Chromium')

describe.skipIf(!chromium)('P-433: the script of the pages', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  async function open(options: BrowserContextOptions = {}) {
    const guide = () => styleGuide('Anna', 'auto')
    const site = await servePages({ '/': guide, '/guide': guide })
    const { page, errors } = await openPage(browser, { timezoneId: 'Asia/Tokyo', ...options })
    onTestFinished(async () => {
      site.respond()
      await page.context().close()
      await site.close()
      expect(errors).toEqual([])
    })
    await page.goto(`${site.url}/guide`)
    return { page, site }
  }
  const said = (page: Page, text: string) =>
    becomesTrue(page, `document.querySelector('#announce').textContent === ${JSON.stringify(text)}`)

  test('the zone of the browser is kept as a cookie, and times show it', async () => {
    const { page } = await open()
    expect(await page.locator('time').first().textContent()).toBe('12 Nov 2026, 18:30')
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, value, sameSite }) => [name, decodeURIComponent(value), sameSite])).toEqual([
      ['zone', 'Asia/Tokyo', 'Lax'],
    ])
  })

  test('without script the times are those of the zone that the server knows, and nothing depends on it', async () => {
    const { page, site } = await open({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
    expect(await page.locator('time').first().textContent()).toBe('12 Nov 2026, 10:30')
    expect(await page.locator('.jb-copy').first().isVisible()).toBe(false)
    await page.locator('.jb-phone summary').click()
    expect(await page.locator('.jb-phone nav a').first().isVisible()).toBe(true)
    site.respond()
    await page.locator('.jb-phone button[value=dark]').click()
    await page.waitForURL(`${site.url}/`)
    expect(site.posts).toEqual(['csrf=token&theme=dark'])
  })

  test('"auto" follows the device, also when it changes', async () => {
    const { page } = await open({ colorScheme: 'dark' })
    expect(await page.evaluate('document.documentElement.dataset.bsTheme')).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await becomesTrue(page, `document.documentElement.dataset.bsTheme === 'light'`)
  })

  test('the summary of errors has the focus, and the notice is said', async () => {
    const { page } = await open()
    await said(page, 'Anna is published.')
    expect(await page.evaluate(`document.activeElement.className`)).toContain('jb-errors')
  })

  test('a value is copied, and that is said', async () => {
    const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Copy Signature' }).click()
    await said(page, 'Copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Anna')
  })

  test('a form that is sent again while the response is awaited is posted once', async () => {
    const { page, site } = await open()
    page.on('dialog', (dialog) => dialog.accept())
    // Chromium drops the first of two navigations by itself, so the events are looked at.
    const dropped = await page.evaluate(`{
      const form = document.querySelector('form[action="/jobs/1/publish"]')
      form.noValidate = true
      const seen = []
      addEventListener('submit', (event) => seen.push(event.defaultPrevented))
      for (let i = 0; i < 3; i++) form.requestSubmit()
      seen
    }`)
    expect(dropped).toEqual([false, true, true])
    await eventually('the form arrives', async () => site.posts.length > 0)
    site.respond()
    await page.waitForURL(`${site.url}/`)
    expect(site.posts).toHaveLength(1)
    expect(site.posts[0]).toContain('operation=operation-1')
  })

  test('leaving a secret that is not copied asks first; after the copy it does not', async () => {
    const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      return dialog.accept()
    })
    // A browser asks only after the person has done something.
    await page.locator('h1').click()
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await page.locator('h1').click()
    await page.getByRole('button', { name: 'Copy Try it' }).click()
    await said(page, 'Copied')
    await page.reload()
    expect(asked).toHaveLength(2)
    await page.getByRole('button', { name: 'Copy Key' }).click()
    await said(page, 'Copied')
    await page.reload()
    expect(asked).toHaveLength(2)
  })

  test('a secret is shown once: loading its page again leads to the page of the object', async () => {
    const { page, site } = await open()
    page.on('dialog', (dialog) => dialog.accept())
    await page.locator('h1').click()
    await page.goto(`${site.url}/`)
    expect(new URL(page.url()).pathname).toBe('/guide')
    await page.locator('h1').click()
    await page.reload()
    expect([new URL(page.url()).pathname, site.posts]).toEqual(['/guide', []])
  })

  test('a dialog opens, is closed by Escape and by its button, and gives the focus back', async () => {
    const { page } = await open()
    await page.evaluate(
      `document.querySelector('#move').addEventListener('jb-open', ({ detail }) => { window.opener_ = detail.textContent })`,
    )
    const button = page.getByRole('button', { name: 'Move' })
    const isOpen = () => page.locator('#move').evaluate('document.querySelector("#move").open')
    await button.press('Enter')
    expect([await isOpen(), await page.evaluate('window.opener_')]).toEqual([true, 'Move'])
    await page.keyboard.press('Escape')
    expect(await isOpen()).toBe(false)
    await button.press('Enter')
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await isOpen()).toBe(false)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Move')
  })
})
