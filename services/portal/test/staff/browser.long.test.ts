import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { becomesTrue, openBrowser } from '../support/browser.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { openTab } from '../support/tab.ts'

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

  const create = async (path: string, body: object) => (await system.admin.post(path, body)).body.id as number

  test('the progress of an erasure comes by itself, once complete it is said, and the page rests', async () => {
    const person = { firstName: 'Ada', lastName: 'Quill', email: 'ada.quill@post.example' }
    const id = await create('/admin/v1/candidates', person)
    const { erasureId } = (await system.admin.delete(`/admin/v1/candidates/${id}`)).body
    const { page, errors } = await openTab(
      browser,
      system,
      await system.signedIn(await system.staff('operator')),
    )
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
})
