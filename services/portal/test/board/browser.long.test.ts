import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFindings, BUSY, openBrowser, openPage } from '../support/browser.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import { type Hiring, openHiring } from './hiring.ts'

describe.skipIf(!findBrowser())('in a browser', () => {
  let system: PortalSystem
  let hiring: Hiring
  let browser: Browser
  beforeAll(async () => {
    system = await sharedPortalSystem()
    hiring = await openHiring(system)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
  })

  async function openBoard(
    role: keyof Hiring['browsers'],
    options: Parameters<typeof openPage>[1] = {},
    jobId = hiring.jobId,
  ) {
    const opened = await openPage(browser, { viewport: { width: 1440, height: 900 }, ...options })
    const cookies = [...hiring.browsers[role].cookies]
    await opened.page
      .context()
      .addCookies(cookies.map(([name, value]) => ({ name, value, url: system.baseUrl })))
    await opened.page.goto(`${system.baseUrl}/jobs/${jobId}/board`)
    return opened
  }
  const inColumn = (page: Page, id: number, status: string) =>
    eventually(`card ${id} is in ${status}`, async () => {
      return (await page.locator(`[data-column=${status}] #card-${id}`).count()) === 1
    })
  const textOf = (page: Page, selector: string, text: string) =>
    eventually(`${selector} says ${text}`, async () =>
      (await page.locator(selector).textContent())?.includes(text),
    )
  const focused = (page: Page) =>
    page.evaluate<string>('document.activeElement?.closest("[data-card]")?.id ?? ""')

  test('an application arrives on the open board without a reload, and is announced', async () => {
    const { page, errors } = await openBoard('Recruiter')
    await textOf(page, '[data-state]', 'Live')
    const id = await hiring.apply()
    await inColumn(page, id, 'New')
    await textOf(page, '#announce', '1 new application')
    await hiring.move(id, 'Screened')
    await inColumn(page, id, 'Screened')
    expect(await page.locator('[data-column=Screened] [data-count]').textContent()).toBe('1')
    expect(await page.locator('[data-column=New] [data-count]').textContent()).toBe('0')
    expect(await accessibilityFindings(page)).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })

  test('moved by keyboard: Escape gives the focus back, and after a move it stays with the card', async () => {
    const id = await hiring.apply()
    const { page, errors } = await openBoard('Recruiter')
    await page.locator(`#card-${id} [data-dialog]`).focus()
    await page.keyboard.press('Enter')
    await eventually('the select has the focus', () =>
      page.evaluate<boolean>('document.activeElement?.name === "status"'),
    )
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe(`card-${id}`)
    await page.keyboard.press('Enter')
    await page.locator('#move select[name=status]').selectOption('Offered')
    await page.locator('#move button[type=submit]').focus()
    await page.keyboard.press('Enter')
    await inColumn(page, id, 'Offered')
    await textOf(page, '#announce', 'moved to Offered')
    expect(await focused(page)).toBe(`card-${id}`)
    expect((await hiring.read(id)).status).toBe('Offered')
    expect(errors).toEqual([])
    await page.close()
  })

  test('moved by drag; a drop on Rejected asks for the reason first', async () => {
    const id = await hiring.apply()
    const { page, errors } = await openBoard('EmployerAdmin', { viewport: { width: 1920, height: 900 } })
    await page.locator(`#card-${id}`).dragTo(page.locator('[data-column=Shortlisted]'))
    await inColumn(page, id, 'Shortlisted')
    expect((await hiring.read(id)).status).toBe('Shortlisted')
    await page.locator(`#card-${id}`).dragTo(page.locator('[data-column=Interviewed]'))
    await inColumn(page, id, 'Interviewed')
    await page.evaluate('document.querySelector(".jb-board").scrollTo(9999, 0)')
    await page.locator(`#card-${id}`).dragTo(page.locator('[data-column=Rejected]'))
    await eventually('the dialog is open', () =>
      page.evaluate<boolean>('document.getElementById("move").open'),
    )
    expect(await page.locator('#move select[name=reason]').isVisible()).toBe(true)
    expect((await hiring.read(id)).status).toBe('Interviewed')
    expect(errors).toEqual([])
    await page.close()
  })

  test('a card that somebody is at does not move away; a lost race says what it is now', async () => {
    const id = await hiring.apply()
    const { page } = await openBoard('Recruiter')
    await textOf(page, '[data-state]', 'Live')
    await page.locator(`#card-${id} [data-dialog]`).click()
    await hiring.move(id, 'Hired')
    await eventually(
      'the card is marked',
      async () => (await page.locator(`#card-${id}.jb-board-changed`).count()) === 1,
    )
    await inColumn(page, id, 'New')
    await page.locator('#move select[name=status]').selectOption('Screened')
    await page.locator('#move button[type=submit]').click()
    await textOf(page, '#move [data-problem]', 'it is Hired now, and your move was not made')
    await inColumn(page, id, 'Hired')
    expect((await hiring.read(id)).status).toBe('Hired')
    await page.close()
  })

  /** Stores applications that changed before all others, the first one last. Returns their ids. */
  async function many(jobId: number, status: string, count: number): Promise<number[]> {
    const { sql } = system.network.services.pipeline.deps.db
    const rows = await sql<{ id: number }>`
      insert into application (id, employer_id, job_id, job_title, candidate_id, candidate, name, email, status,
        application_type, is_ai_assisted, screening_answers, applied_at, updated_at, version, change_number)
      select ${jobId} * 10000 + place, ${hiring.employerId}, ${jobId}, 'Keeper', 900000 + place, '{}', 'Bo ' || place,
        'bo@post.example', ${status}, 'Web', false, '[]', now() - interval '1 day',
        now() - interval '1 day' - place * interval '1 minute', 1, place
      from generate_series(1, ${count}::int) as place returning id`
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  }

  test('after moves by oneself, by others, and of cards that are not on the board, every number is that of the API', async () => {
    const jobId = await hiring.anotherJob()
    const ids = await many(jobId, 'New', 140)
    const { page, errors } = await openBoard('Recruiter', {}, jobId)
    await textOf(page, '[data-state]', 'Live')
    const agrees = () =>
      eventually('the numbers are those of the API', async () => {
        const { byStatus } = await hiring.counts(jobId)
        const shown = await page.evaluate<[string, string, number, string | null][]>(`
          [...document.querySelectorAll('[data-column]')].map((column) => [column.dataset.column,
            column.querySelector('[data-count]').textContent, column.querySelectorAll('[data-card]').length,
            column.querySelector('[data-rest]').hidden ? null : column.querySelector('[data-rest]').textContent])`)
        return shown.every(([status, count, cards, rest]) => {
          const total = byStatus[status]!
          const says = total > cards ? `The first ${cards} of ${total}. Show all in a list` : null
          return count === String(total) && rest === says
        })
      })
    await agrees()
    for (const id of ids.slice(-20)) await hiring.move(id, 'Screened')
    await agrees()
    for (const id of ids.slice(0, 3)) {
      await page.locator(`#card-${id} [data-dialog]`).click()
      await page.locator('#move select[name=status]').selectOption('Offered')
      await page.keyboard.press('Enter')
      await inColumn(page, id, 'Offered')
    }
    await agrees()
    // More than half of what is loaded moves away while the focus is in a card: the others take their place.
    for (const id of ids.slice(3, 70)) await hiring.move(id, 'Hired')
    await agrees()
    expect(await page.locator('[data-column=New] [data-card]').count()).toBeGreaterThanOrEqual(40)
    expect(await page.locator('[data-again]').isVisible()).toBe(false)
    expect(errors.filter((error) => !BUSY.test(error))).toEqual([])
    await page.close()
  })

  test('a skip link leads into a column; what waits until nobody is at a changed card has a link', async () => {
    const jobId = await hiring.anotherJob()
    const ids = await many(jobId, 'Screened', 30)
    const { page } = await openBoard('Recruiter', {}, jobId)
    await textOf(page, '[data-state]', 'Live')
    await page.locator('a[href="#column-Screened"]').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await eventually('the first card has the focus', async () => (await focused(page)) === `card-${ids[0]}`)
    await page.locator(`#card-${ids[0]} [data-dialog]`).focus()
    // All in one moment, so that the stream finds them at once.
    await system.network.services.pipeline.deps.db.sql`
      update application set status = 'Hired', updated_at = now(), version = version + 1 where job_id = ${jobId}`
    await textOf(page, '[data-state]', 'Changed meanwhile')
    expect(await page.locator('[data-again]').getAttribute('href')).toBe(`/jobs/${jobId}/board`)
    expect(await page.locator('[data-again]').isVisible()).toBe(true)
    await page.locator('h1').click()
    await inColumn(page, ids[29]!, 'Hired')
    await textOf(page, '[data-state]', 'Live')
    await page.close()
  })

  test('an Interviewer has the live board and nothing to move', async () => {
    const { page, errors } = await openBoard('Interviewer', { viewport: { width: 390, height: 800 } })
    await textOf(page, '[data-state]', 'Live')
    const id = await hiring.apply()
    await inColumn(page, id, 'New')
    expect(await page.locator('[draggable=true], [data-dialog=move], #bulk, [name=ids]').count()).toBe(0)
    expect(errors).toEqual([])
    await page.close()
  })
})
