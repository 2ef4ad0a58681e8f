import { blankProfile } from '@jobboard/testkit/blank-profile'
import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, BUSY, horizontalOverflow, openBrowser } from '../support/browser.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import { openTab } from '../support/tab.ts'
import { type Hiring, openHiring } from './hiring.ts'

const FIRST_NAMES = ['Ada', 'Bjørn', 'Chloé', 'Dmitri', 'Efua']

describe.skipIf(!findBrowser())('triage of 300 applications in a browser', () => {
  let system: PortalSystem
  let hiring: Hiring
  let browser: Browser
  let jobId: number
  beforeAll(async () => {
    system = await sharedPortalSystem()
    hiring = await openHiring(system)
    browser = await openBrowser()
    await system.network.services.pipeline
      .as({
        kind: 'recruiter',
        employerId: hiring.employerId,
        userId: null,
        keyId: 1,
        scopes: ['Applications'],
      })
      .put('/api/v1/rejection-reasons', [{ code: 'filled', label: 'Position filled' }])
    jobId = await hiring.anotherJob()
    await arrive(jobId, 300)
  })
  afterAll(async () => {
    await browser?.close()
  })

  /** Stores applications with scores from 0 to 99; the worker `index-applications` makes them searchable. */
  async function arrive(ofJob: number, count: number) {
    const { sql } = system.network.services.pipeline.deps.db
    await sql`
      insert into application (id, employer_id, job_id, job_title, candidate_id, candidate, name, email, status,
        application_type, is_ai_assisted, screening_answers, applied_at, updated_at, version, change_number)
      select ${ofJob} * 10000 + n, ${hiring.employerId}, ${ofJob}, 'Keeper', 900000 + n,
        ${JSON.stringify({ ...blankProfile, completeness: 0 })}::jsonb || jsonb_build_object('id', 900000 + n),
        (${FIRST_NAMES}::text[])[1 + n % 5] || ' Lind ' || n, 'person' || n || '@post.example', 'New', 'Web', false, '[]',
        now() - n * interval '1 hour', now() - n * interval '1 hour', 1, n
      from generate_series(1, ${count}::int) as n`
    await sql`
      insert into assessment select id, id % 100, 'Match', 'x', '[]', 'rubric/1', now() from application where job_id = ${ofJob}`
    await eventually('all can be searched', async () => {
      return (await sql`select from application where job_id = ${ofJob} and list_words is null`).length === 0
    })
  }

  const open = async (path: string, options = {}) => {
    const opened = await openTab(browser, system, hiring.browsers.Recruiter, options)
    await opened.page.goto(path)
    return opened
  }
  const shownIds = (page: Page) =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('[data-column=New] [data-card]')].map((card) => Number(card.dataset.card))`,
    )
  const countOf = (page: Page, status: string) =>
    page.locator(`[data-column=${status}] [data-count]`).textContent()
  const chosen = (page: Page) => page.locator('#bulk [data-chosen]').textContent()
  const says = (page: Page, text: string) => page.locator('#undo').getByText(text).waitFor()
  const status = async (id: number) => (await hiring.read(id)).status
  const focused = (page: Page) =>
    page.evaluate<number>('Number(document.activeElement?.closest("[data-card]")?.dataset.card)')

  test('searched by name, ordered by score, 40 rejected with a reason in one go, one undone, and the history shows it', async () => {
    const { page, errors } = await open(`/jobs/${jobId}/board`)
    await page.getByLabel('Search', { exact: true }).fill('bjorn')
    await page.getByLabel('Order').selectOption({ label: 'Lowest score first' })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL(/q=bjorn/)
    expect(await countOf(page, 'New')).toBe('60')
    const ids = await shownIds(page)
    const scores = ids.map((id) => id % 100)
    expect([ids.length, scores]).toEqual([60, [...scores].sort((a, b) => a - b)])

    // The first with the keyboard, the others up to the fortieth with a click and Shift.
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await chosen(page)).toBe('1 chosen')
    await page.locator(`#card-${ids[39]} [name=ids]`).click({ modifiers: ['Shift'] })
    expect(await chosen(page)).toBe('40 chosen')
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('r')
    const dialog = page.locator('#bulk-dialog')
    await dialog.getByLabel('Reason of the rejection').selectOption({ label: 'Position filled' })
    expect(await accessibilityFindings(page, { within: '#bulk-dialog' })).toEqual([])
    await dialog.getByRole('button', { name: 'Reject 40 applications' }).click()
    await dialog.getByText('Nothing is done yet').waitFor()
    expect(await status(ids[0]!)).toBe('New')
    await dialog.getByRole('button', { name: 'Reject 40 applications' }).click()
    await says(page, '40 applications rejected.')
    await eventually('the board shows it', async () => (await countOf(page, 'Rejected')) === '40')
    expect(await countOf(page, 'New')).toBe('20')
    expect(new Set(await Promise.all(ids.slice(0, 40).map(status)))).toEqual(new Set(['Rejected']))

    // The focus is on the next one: rejected too, and undone alone.
    const one = ids[40]!
    expect(await focused(page)).toBe(one)
    await page.keyboard.press('r')
    await dialog.getByRole('button', { name: 'Reject 1 application' }).click()
    await says(page, '1 application rejected.')
    await page.keyboard.press('u')
    await says(page, '1 application is back.')
    const { items } = await hiring.read(one, '/history')
    expect(
      items.map((item: { status: string; authorUserId: number }) => [item.status, item.authorUserId]),
    ).toEqual(['New', 'Rejected'].map((each) => [each, hiring.people.Recruiter.id]))
    await page.goto(`/applications/${one}?tab=activity`)
    expect(await page.locator('main').textContent()).toMatch(/Rejected → New/)
    expect(errors.filter((error) => !BUSY.test(error))).toEqual([])
    await page.context().close()
  })

  test('an undo leaves what somebody moved meanwhile, and says so; moved one by one with the keyboard', async () => {
    const { page, errors } = await open(`/jobs/${jobId}/board?sort=-score&q=efua`)
    const [first, second, third] = (await shownIds(page)) as [number, number, number]
    await page.keyboard.press('j')
    for (const _ of [1, 2]) {
      await page.keyboard.press('x')
      await page.keyboard.press('j')
    }
    await page.keyboard.press('k')
    await page.keyboard.press('m')
    await page.locator('#bulk-dialog select[name=status]').selectOption('Screened')
    await page.locator('#bulk-dialog form[method=post] button').first().click()
    await says(page, '2 applications moved to Screened.')
    await hiring.move(second, 'Hired')
    await page.keyboard.press('u')
    await says(page, '1 application is back. 1 stayed as it is')
    expect([await status(first), await status(second)]).toEqual(['New', 'Hired'])
    // One alone: the dialog of its card; the focus moves to the next one.
    await page.locator(`#card-${third} a`).focus()
    await page.keyboard.press('m')
    await page.locator('#move select[name=status]').selectOption('Rejected')
    await page.locator('#move form[method=post] button[type=submit]').click()
    await page.locator('#undo:not([hidden])').getByText('moved to Rejected').waitFor()
    await page.keyboard.press('u')
    await says(page, '1 application is back.')
    expect(await status(third)).toBe('New')
    expect(errors.filter((error) => !BUSY.test(error))).toEqual([])
    await page.context().close()
  })

  test('in the list: all of a page tagged and noted in the dialog; no shortcut while somebody types, or where they are off', async () => {
    const { page, errors } = await open(`/jobs/${jobId}/applications?q=chlo%C3%A9&sort=name`)
    const search = page.getByLabel('Search', { exact: true })
    await search.fill('')
    await search.pressSequentially('jkxmrtn?u')
    expect(await search.inputValue()).toBe('jkxmrtn?u')
    expect(await page.locator('dialog[open], [name=ids]:checked').count()).toBe(0)
    await page.locator('[data-choose-all]').click()
    expect(await chosen(page)).toBe('50 chosen')
    await page.locator('#bulk').getByRole('button', { name: 'Tag' }).click()
    await page.getByLabel('Tag to add').fill('Pool')
    await page.keyboard.press('Enter')
    await eventually('the page says it', async () =>
      (await page.locator('tbody').textContent())?.includes('pool'),
    )
    await page.locator('tbody [name=ids]').first().click()
    await page.keyboard.press('n')
    await page.locator('#bulk-dialog textarea').fill('Call.')
    await page.locator('#bulk-dialog form[method=post] button').first().click()
    await eventually('the row counts it', async () =>
      (await page.locator('tbody tr').first().textContent())?.includes('1 note'),
    )
    await page.keyboard.press('?')
    await page.locator('#shortcuts[open]').waitFor()
    expect(await accessibilityFindings(page, { within: '#shortcuts' })).toEqual([])
    await page.locator('[data-shortcuts]').click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await page.locator('[name=ids]:checked').count()).toBe(0)
    expect(errors.filter((error) => !BUSY.test(error))).toEqual([])
    await page.context().close()
  })

  test('J and K lead from the page of an application through the list that it came from (P-647)', async () => {
    const { page, errors } = await open(`/jobs/${jobId}/applications?sort=name`)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    for (const [key, at] of [
      ['', 1],
      ['j', 2],
      ['j', 3],
      ['k', 2],
    ] as const) {
      if (key) await page.keyboard.press(key)
      await page.waitForURL(new RegExp(`at=${at}$`))
    }
    expect(errors.filter((error) => !BUSY.test(error))).toEqual([])
    await page.context().close()
  })

  test('at 390, 1024 and 1440 px: no wider than the window; Hired and Rejected are in sight at 1440 px', async () => {
    const { page } = await open(`/jobs/${jobId}/board`)
    for (const end of ['Hired', 'Rejected', 'Withdrawn']) {
      const box = await page.locator(`[data-column=${end}]`).boundingBox()
      expect(box!.x + box!.width).toBeLessThanOrEqual(1440)
    }
    for (const path of [
      // Few cards: the others look like them.
      `/jobs/${jobId}/board?minScore=98`,
      `/jobs/${jobId}/applications?minScore=98&tag=pool`,
      `/applications/bulk?ids=${jobId * 10_000 + 1}&do=reject`,
    ]) {
      await page.goto(path)
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect([path, width, await horizontalOverflow(page)]).toEqual([path, width, 0])
      }
    }
    await page.context().close()
  })
})
