import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHiring } from '../board/hiring.ts'
import { openBrowser, openPage } from '../support/browser.ts'
import { sharedPortalSystem } from '../support/portal-system.ts'
import { servePages } from '../support/serve-pages.ts'
import { styleGuide } from '../support/style-guide.ts'
import { openTab } from '../support/tab.ts'

describe.skipIf(!findBrowser())('on other media than a desktop screen', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('an application: whole on a few sheets of A4, without navigation and forms; an ordinary one on two; on a phone, name, status and what can be done stay in sight', async () => {
    const system = await sharedPortalSystem()
    try {
      const hiring = await openHiring(system)
      const text = 'I kept the lamp lit through the winter and wrote down what broke. '
      const job = { title: 'Keeper', employer: 'Coast', startMonth: '2014-03', description: text.repeat(20) }
      const id = await hiring.apply({
        profile: { summary: text.repeat(30), employmentHistory: Array.from({ length: 6 }, () => job) },
        application: { coverLetter: `${text.repeat(60)} The end of the letter.` },
      })
      const { page, errors } = await openTab(browser, system, hiring.browsers.Recruiter)
      await page.goto(`/applications/${id}`)
      await page.emulateMedia({ colorScheme: 'dark' })
      for (const landscape of [false, true]) {
        const pdf = (await page.pdf({ format: 'A4', landscape })).toString('latin1')
        // 15 000 characters of text are some four sheets.
        expect([landscape, pdf.match(/\/Type\s*\/Page\b/g)!.length <= 7]).toEqual([landscape, true])
      }
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      for (const hidden of ['.jb-sidebar', '.jb-phone', '.jb-calls', 'form', '.jb-pager']) {
        expect([hidden, await page.locator(`${hidden}:visible`).count()]).toEqual([hidden, 0])
      }
      expect(await page.getByText('The end of the letter.').last().isVisible()).toBe(true)
      expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(27, 33, 48)')

      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 390, height: 844 })
      for (const scrolled of [0, 1_000]) {
        await page.evaluate(`scrollTo(0, ${scrolled})`)
        for (const [role, name] of [
          ['heading', /Lind .*New/],
          ['button', 'Advance to Screened'],
          ...['Reject', 'Note', 'Tag', 'Move'].map((label) => ['summary', label] as const),
        ] as const) {
          const found =
            role === 'summary' ? page.locator(role, { hasText: name }) : page.getByRole(role, { name })
          const { y, height } = (await found.first().boundingBox())!
          expect([name, y >= 0 && y + height <= 280]).toEqual([name, true])
        }
      }
      const [short, ...more] = [job, job, job].map((it) => ({ ...it, description: text.repeat(3) }))
      const ordinary = await hiring.apply({
        profile: { summary: text.repeat(5), skills: ['Lamps', 'Horns'], employmentHistory: [short, ...more] },
        application: { coverLetter: text.repeat(12) },
      })
      for (const tab of ['', '?tab=assessment', '?tab=activity']) {
        await page.goto(`/applications/${ordinary}${tab}`)
        const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
        expect([tab, pdf.match(/\/Type\s*\/Page\b/g)!.length <= 2]).toEqual([tab, true])
      }
      expect(errors).toEqual([])
    } finally {
    }
  })

  test('with forced colours: what is current, pressed and ticked, legends, bars and progress differ from the page', async () => {
    const site = await servePages({ '/guide': () => styleGuide('Senior Backend Engineer') })
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await openPage(browser, { forcedColors: 'active', colorScheme })
        await page.goto(`${site.url}/guide`)
        const lost = await page.evaluate<string[]>(`(() => {
          const page = getComputedStyle(document.body).backgroundColor
          const color = (selector, property, pseudo) =>
            [...document.querySelectorAll(selector)].map((it) => getComputedStyle(it, pseudo)[property])
          const seen = {
            current: color('.jb-navigation a[aria-current], .jb-tabs a[aria-current]', 'backgroundColor'),
            pressed: color('[aria-pressed=true]', 'backgroundColor'),
            legend: color('.jb-swatch', 'backgroundColor'),
            bar: color('.jb-bar', 'fill'),
            line: color('.jb-line', 'stroke'),
          }
          const ticks = color('.form-check-input', 'appearance')
          const bars = color('progress', 'forcedColorAdjust')
          return Object.entries(seen).flatMap(([name, colors]) =>
            colors.length === 0 || colors.includes(page) || colors.includes('rgba(0, 0, 0, 0)') ? [name] : [],
          ).concat(ticks.length > 0 && ticks.every((it) => it === 'auto') ? [] : ['tick'],
            bars.length > 0 && bars.every((it) => it === 'none') ? [] : ['progress'])
        })()`)
        expect([colorScheme, lost]).toEqual([colorScheme, []])
        await page.context().close()
      }
    } finally {
      await site.close()
    }
  })
})
