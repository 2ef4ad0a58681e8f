import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import {
  accessibilityFindings,
  horizontalOverflow,
  openBrowser,
  openPage,
  RULES_OF_A_WINDOW,
} from '../support/browser.ts'
import { servePages } from '../support/serve-pages.ts'
import { signInPage, styleGuide } from '../support/style-guide.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the components in a real browser, because there is no Chromium')

const usual = 'Senior Backend Engineer'
const widths = [1440, 390, 1920]
const themes = ['light', 'dark'] as const
// `npm test` looks at one theme and at one text, `npm run test:all` at all of them.
const isComplete = process.env.LONG_TESTS === 'true'
const chosenThemes = isComplete ? themes : themes.slice(1)
const chosenNames = Object.keys(hostileTexts).slice(0, isComplete ? undefined : 1)

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

  /** Opens a page of the site with every closed part open. */
  async function open(path: string) {
    const opened = await openPage(browser)
    await opened.page.goto(site.url + path)
    await opened.page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)
    return opened
  }

  for (const theme of chosenThemes) {
    test(`P-432: ${widths.join(', ')} px, ${theme}: readable by everybody, nothing sticks out, no error`, async () => {
      for (const path of [`/guide/${theme}`, `/sign-in/${theme}`]) {
        const { page, errors } = await open(path)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          const only = width === widths[0] ? undefined : RULES_OF_A_WINDOW
          expect([width, await accessibilityFindings(page, { only })]).toEqual([width, []])
          expect([width, await horizontalOverflow(page)]).toEqual([width, 0])
        }
        expect(errors).toEqual([])
        await page.close()
      }
    })
  }

  for (const name of chosenNames) {
    test(`P-430: ${name}: a hostile text runs nothing, and the page keeps its width`, async () => {
      const { page, errors } = await open(`/hostile/${name}`)
      expect(await page.evaluate('window.ran')).toBeUndefined()
      expect(
        await page.evaluate(
          `document.querySelectorAll('[onmouseover], [href^="javascript:"], main img').length`,
        ),
      ).toBe(0)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        expect([width, await horizontalOverflow(page)]).toEqual([width, 0])
      }
      expect(errors).toEqual([])
      await page.close()
    })
  }
})
