import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import type axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Starts the machine's Chromium, headless. One for each test file: `close` it afterwards. Throws a sentence that says
 *  what to install. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) {
    throw new Error('There is no Chromium: apt-get install chromium, or set CHROMIUM_PATH to the program.')
  }
  return await chromium.launch({
    executablePath,
    // Chromium refuses its sandbox to root.
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

/** Opens a page in a browser context of its own that keeps its errors: exceptions, console errors and violations of the policy. */
export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return { page, errors }
}

/** Errors of the console on a busy machine, where the script of a page asks or sends again. */
export const BUSY = / 503 |ERR_NETWORK_CHANGED/

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds serious or critical: one line each, with the element. Where it cannot determine the contrast of a text
 *  (short, on an image, below an overlay), the colours of the text and of what is behind it are compared here. `within` is a
 *  CSS selector of the part that is looked at, `only` are the rules, or all but `without`. */
export async function accessibilityFindings(
  page: Page,
  {
    within,
    only,
    without = [],
  }: { within?: string | undefined; only?: string[] | undefined; without?: string[] | undefined } = {},
): Promise<string[]> {
  // By evaluation, because the policy of the pages blocks a script tag.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  const { violations, incomplete } = await page.evaluate(
    async (looked) => {
      const { axe: loaded, document } = globalThis as unknown as {
        axe: typeof axe
        document: axe.ElementContext
      }
      return await loaded.run(looked.within ?? document, {
        // Without the elements that pass, which take half of the time.
        resultTypes: ['violations', 'incomplete'],
        ...(looked.only ? { runOnly: looked.only } : { rules: looked.rules }),
      })
    },
    { within, only, rules: rulesOf(without) },
  )
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const undecided = incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
  const findings = serious.flatMap(({ id, nodes }) => {
    return nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)
  })
  for (const { html, target } of undecided) {
    const ratio = await page.locator(target.join(' ')).first().evaluate(contrastOf)
    if (ratio < MIN_CONTRAST) findings.push(`contrast ${ratio.toFixed(2)}: ${html.slice(0, 200)}`)
  }
  return findings
}

const rulesOf = (without: readonly string[]) => ({
  'target-size': { enabled: true },
  ...Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
})

// WCAG 2.2, 1.4.3.
const MIN_CONTRAST = 4.5

/** Contrast of an element's text with the nearest background that is opaque; runs in the page. */
function contrastOf(element: unknown): number {
  interface Styled {
    parentElement: Styled | null
  }
  const { getComputedStyle } = globalThis as unknown as {
    getComputedStyle(of: Styled): { color: string; backgroundColor: string }
  }
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
      return value <= 10.31 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  let behind = element as Styled | null
  while (behind && channels(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement
  const text = luminance(getComputedStyle(element as Styled).color)
  const ground = behind ? luminance(getComputedStyle(behind).backgroundColor) : 1
  return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
}

/** Waits until an expression is true in the page. `page.waitForFunction` evaluates texts within the page, which the
 *  policy forbids when the first try is not true yet. */
export async function becomesTrue(page: Page, expression: string): Promise<void> {
  await eventually(expression, () => page.evaluate<boolean>(`Boolean(${expression})`))
}

/** How many px the page is wider than its window. */
export async function horizontalOverflow(page: Page): Promise<number> {
  return await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const
/** The rules of axe that depend on the window and the theme; the others look at the markup alone. */
export const RULES_OF_A_WINDOW = ['color-contrast', 'target-size', 'scrollable-region-focusable']

/** What is wrong with the page that is open, one line each: what axe finds and what sticks out, on a wide light window and
 *  then on a narrow dark one, without loading it again; and whether a text ran as a script. The page's theme is the device's.
 *  With `isKnown` every kind of element was looked at on another page: contrast and sizes, which take most of the time, are not. */
export async function pageFaults(page: Page, { isKnown = false } = {}): Promise<string[]> {
  const faults: string[] = []
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await becomesTrue(page, `document.documentElement.dataset.bsTheme === '${colorScheme}'`)
    const isFirst = width === looks[0].width
    const rules = isFirst ? { without: isKnown ? RULES_OF_A_WINDOW : [] } : { only: RULES_OF_A_WINDOW }
    const found = isKnown && !isFirst ? [] : await accessibilityFindings(page, rules)
    const overflow = await horizontalOverflow(page)
    if (overflow > 0) found.push(`${overflow} px wider than the window`)
    faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`))
  }
  if (await page.evaluate('window.ran')) faults.push('a text ran as a script')
  return faults
}
