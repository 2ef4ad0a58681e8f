import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import { accessibilityFindings, horizontalOverflow, openBrowser, openPage } from '../support/browser.ts'
import { servePages } from '../support/serve-pages.ts'
import { signInPage, styleGuide } from '../support/style-guide.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the components in a real browser, because there is no Chromium')

const usual = 'Senior Backend Engineer'
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
const themes = ['light', 'dark'] as const
const windows = sizes.flatMap((viewport) => themes.map((theme) => ({ viewport, theme })))
const hostileNames = Object.keys(hostileTexts)
// `npm test` looks at two windows and at one text, `npm run test:all` at all of them.
const isComplete = process.env.LONG_TESTS === 'true'
const chosenWindows = isComplete ? windows : [windows[1]!, windows[2]!]
const chosenNames = isComplete ? hostileNames : hostileNames.slice(0, 1)

describe.skipIf(!chromium)('every component in a real browser', () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof servePages>>
  beforeAll(async () => {
    site = await servePages({
      ...Object.fromEntries(themes.map((theme) => [`/guide/${theme}`, () => styleGuide(usual, theme)])),
      ...Object.fromEntries(themes.map((theme) => [`/sign-in/${theme}`, () => signInPage(theme)])),
      '/guide/auto': () => styleGuide(usual, 'auto'),
      ...Object.fromEntries(
        Object.entries(hostileTexts).map(([name, text]) => [`/hostile/${name}`, () => styleGuide(text)]),
      ),
    })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  /** Opens a page of the site in a window of this size, with every closed part open. */
  async function open(path: string, viewport: (typeof sizes)[number]) {
    const opened = await openPage(browser, { viewport })
    await opened.page.goto(site.url + path)
    await opened.page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)
    return opened
  }

  for (const { viewport, theme } of chosenWindows) {
    test(`P-432: ${viewport.width} px, ${theme}: readable by everybody, nothing sticks out, no error`, async () => {
      for (const path of [`/guide/${theme}`, `/sign-in/${theme}`]) {
        const { page, errors } = await open(path, viewport)
        expect(await accessibilityFindings(page)).toEqual([])
        expect(await horizontalOverflow(page)).toBe(0)
        expect(errors).toEqual([])
        await page.close()
      }
    })
  }

  for (const name of chosenNames) {
    test(`P-430: ${name}: a hostile text runs nothing, and the page keeps its width`, async () => {
      for (const viewport of [sizes[0]!, sizes[1]!]) {
        const { page, errors } = await open(`/hostile/${name}`, viewport)
        expect(await page.evaluate('window.ran')).toBeUndefined()
        expect(
          await page.evaluate(
            `document.querySelectorAll('[onmouseover], [href^="javascript:"], main img').length`,
          ),
        ).toBe(0)
        expect(await horizontalOverflow(page)).toBe(0)
        expect(errors).toEqual([])
        await page.close()
      }
    })
  }
})
