import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import { describe, expect, test } from 'vitest'
import { openHiring } from '../board/hiring.ts'
import { openBrowser } from '../support/browser.ts'
import { jobsOf } from '../support/jobs.ts'
import { sharedPortalSystem } from '../support/portal-system.ts'
import { openTab } from '../support/tab.ts'
import { startReceiver } from '../webhooks/support.ts'

// Names the folder of the pictures: docs/guides/portal replaces those of the guide.
const { GUIDE_PICTURES } = process.env

const people = [
  ['Ida', 'Berg', 'Lamp maker', 'Shortlisted'],
  ['Noor', 'Haddad', 'Lighthouse engineer', 'Interviewed'],
  ['Tomás', 'Pereira', 'Electrician', 'Screened'],
  ['Zoë', 'Lindqvist', 'Harbour pilot', 'New'],
  ['Kwame', 'Mensah', 'Radio operator', 'New'],
  ['Mei', 'Tanaka', 'Optician', 'Offered'],
] as const

describe.skipIf(!findBrowser() || !GUIDE_PICTURES)('the pictures of the guide', () => {
  test('are made from an employer that hires', async () => {
    const receiver = await startReceiver()
    const system = await sharedPortalSystem()
    const browser = await openBrowser()
    try {
      const hiring = await openHiring(system)
      const { employerId, jobId } = hiring
      const created = async (path: string, body: object) => {
        const response = await system.admin.post(`/admin/v1/employers/${employerId}${path}`, body)
        if (response.status !== 201) throw new Error(`${path}: ${response.text}`)
        return response.body
      }
      for (const kind of ['JobPosting', 'CvSearch', 'CvDownload'])
        await created('/credits', { kind, amount: 12 })
      const { id: subscriptionId } = await created('/webhook-subscriptions', { url: receiver.url })
      for (const [firstName, lastName, headline, status] of people) {
        const profile = { firstName, lastName, headline, skills: ['lamps', 'lenses'], country: 'NO' }
        const id = await hiring.apply({ profile })
        if (status !== 'New') await hiring.move(id, status)
      }
      const draftId = await jobsOf(system).draft(employerId)
      const { page, errors } = await openTab(browser, system, hiring.browsers.EmployerAdmin, {
        viewport: { width: 1120, height: 720 },
        colorScheme: 'light',
      })
      const look = async (name: string, path?: string) => {
        if (path) await page.goto(path)
        await page.screenshot({ path: `${GUIDE_PICTURES}/${name}.png` })
      }
      await eventually('webhooks arrived', async () => receiver.requests.length >= people.length)
      await look('start', '/')
      await look('publish', `/jobs/${draftId}/publish`)
      await page.goto(`/jobs/${jobId}/board`)
      await page.locator('[data-state]').getByText('Live').waitFor()
      await look('board')
      await look('key', '/keys/new')
      await look('webhook', `/webhooks/${subscriptionId}`)
      await page.goto('/search')
      await page.getByLabel('Query', { exact: true }).fill('lamps AND lenses')
      await page.getByRole('button', { name: 'Search for 1 CV search credit' }).click()
      await page
        .getByRole('link', { name: /\*\*\*/ })
        .first()
        .waitFor()
      await look('search')
      expect(errors).toEqual([])
    } finally {
      await browser.close()
      await receiver.stop()
    }
  })
})
