import { findBrowser } from '@jobboard/testkit/browser'
import { describe, expect, test } from 'vitest'
import { openHiring } from '../board/hiring.ts'
import { openBrowser, pageFaults } from '../support/browser.ts'
import { sharedPortalSystem } from '../support/portal-system.ts'
import { openTab } from '../support/tab.ts'

describe.skipIf(!findBrowser())('the box that finds, in a real browser', () => {
  test('Ctrl-K, letters, arrow and Enter lead there; nothing serious for axe at 1440 px light and 390 px dark', async () => {
    const system = await sharedPortalSystem()
    const browser = await openBrowser()
    try {
      const hiring = await openHiring(system)
      for (const firstName of ['Maja', 'Maya']) {
        await hiring.apply({ profile: { firstName, lastName: 'Berg', headline: 'Lamp maker' } })
      }
      const { page, errors } = await openTab(browser, system, hiring.browsers.Recruiter)
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/find/list')) asked.push(new URL(request.url()).search)
      })
      await page.goto('/jobs')
      await page.keyboard.press('Control+k')
      const box = page.getByRole('combobox', { name: 'Job, candidate or page' })
      await page.getByRole('option', { name: 'Applications', exact: true }).waitFor()
      // In one step, because a busy machine may pause between two keys.
      await box.evaluate((input: HTMLInputElement) => {
        for (const value of ['b', 'be', 'ber', 'berg']) {
          input.value = value
          input.dispatchEvent(new Event('input', { bubbles: true }))
        }
      })
      await page.getByRole('option', { name: /Maya/ }).waitFor()
      // One for the opening, one for the pause after the letters.
      expect(asked).toEqual(['?q=', '?q=berg'])
      expect(await box.getAttribute('aria-activedescendant')).toBe('find-0')
      expect(await pageFaults(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      const second = page.locator('#find-1')
      expect(await second.getAttribute('aria-selected')).toBe('true')
      const href = await second.getAttribute('href')
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${href}`)
      await page.keyboard.press('Control+k')
      await box.waitFor()
      await page.keyboard.press('Escape')
      await box.waitFor({ state: 'hidden' })
      expect(errors).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
