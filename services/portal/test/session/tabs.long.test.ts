import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Hiring, openHiring } from '../board/hiring.ts'
import { becomesTrue, openBrowser } from '../support/browser.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import { openTab } from '../support/tab.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: several tabs of one person, because there is no Chromium')

describe.skipIf(!chromium)('several tabs of one person in a real browser', () => {
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

  /** Two tabs of one browser, each on a path. */
  async function openTabs(paths: readonly [string, string], person = hiring.people.EmployerAdmin) {
    const { page: first, errors } = await openTab(browser, system, await system.signedIn(person))
    const second = await first.context().newPage()
    await first.goto(paths[0])
    await second.goto(paths[1])
    return { first, second, errors, close: () => first.context().close() }
  }
  /** Takes `no-store` from the pages of this browser: over http Chromium keeps no such page in memory, over https it does. */
  const keepsPages = (page: Page) =>
    page.route(`${system.baseUrl}/**`, async (route) => {
      if (!route.request().isNavigationRequest()) return route.continue()
      const response = await route.fetch({ maxRedirects: 0 })
      const { 'cache-control': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
  const signOut = (page: Page) => page.locator('form[action="/sign-out"]:visible button').first().click()
  const isLive = (page: Page) =>
    eventually('the board is live', async () =>
      (await page.locator('[data-state]').textContent())?.startsWith('Live'),
    )

  test('a sign-out in one tab: the open board of the other leads to the sign-in, and the sign-in back', async () => {
    await hiring.apply()
    const board = `/jobs/${hiring.jobId}/board`
    const { first, second, close } = await openTabs([board, '/account'])
    await isLive(first)
    await signOut(second)
    await second.waitForURL('**/sign-in')
    await first.waitForURL('**/sign-in?next=**')
    expect(new URL(first.url()).searchParams.get('next')).toBe(board)
    expect(await first.content()).not.toContain('Lind')
    await close()
  })

  test('signed out everywhere by another browser, or removed: the next click and the board lead to the sign-in', async () => {
    const { employerId } = hiring
    const ends = {
      'signed out everywhere': async (person: { id: number }) => {
        const elsewhere = await system.signedIn({ ...hiring.people.EmployerAdmin, ...person })
        await elsewhere.submit(await elsewhere.open('/account'), '/account/sessions/end-all')
      },
      removed: async ({ id }: { id: number }) => {
        const path = `/admin/v1/employers/${employerId}/users/${id}`
        expect((await system.admin.delete(path)).status).toBe(204)
      },
    }
    for (const [how, end] of Object.entries(ends)) {
      const person = await system.employerWithUser('Recruiter', { employerId })
      const board = `/jobs/${hiring.jobId}/board`
      const { first, second, close } = await openTabs([board, '/jobs'], person)
      await isLive(first)
      await end(person)
      await second.locator('a[href="/applications"]:visible').first().click()
      await second.waitForURL('**/sign-in?next=%2Fapplications')
      await first.waitForURL('**/sign-in?next=**')
      expect([how, await first.content()]).toEqual([how, expect.not.stringContaining('Lind')])
      await close()
    }
  })

  test('a move on the board of an ended session moves nothing and leads to the sign-in', async () => {
    const id = await hiring.apply()
    const { first, second, close } = await openTabs([`/jobs/${hiring.jobId}/board`, '/account'])
    // Without the stream, which would lead there by itself.
    await first.route('**/live**', (route) => route.abort())
    await first.reload()
    await signOut(second)
    await second.waitForURL('**/sign-in')
    await first.locator(`#card-${id} [data-dialog]`).click()
    await first.locator('#move select[name=status]').selectOption('Screened')
    await first.locator('#move button[type=submit]').click()
    await first.waitForURL('**/sign-in?next=**')
    expect((await hiring.read(id)).status).toBe('New')
    await close()
  })

  test('Back after the session has ended elsewhere shows nothing of the person, also from the memory of the browser', async () => {
    const person = await system.employerWithUser('Recruiter', { employerId: hiring.employerId })
    const { page } = await openTab(browser, system, await system.signedIn(person))
    await keepsPages(page)
    await page.addInitScript(`
      addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return
        sessionStorage.shown = getComputedStyle(document.body).visibility
      })`)
    await page.goto('/account')
    await page.goto('/sign-in')
    // No cookie changes here, so the browser may keep the page in memory.
    const elsewhere = await system.signedIn(person)
    await elsewhere.submit(await elsewhere.open('/account'), '/account/sessions/end-all')
    await page.goBack({ waitUntil: 'commit' })
    await page.waitForURL('**/sign-in?next=%2Faccount')
    expect(await page.content()).not.toContain(person.name)
    expect(await page.evaluate('sessionStorage.shown')).toBe('hidden')
    await page.context().close()
  })

  test('Back to a page of the same session shows it, with what was typed', async () => {
    const { page } = await openTab(browser, system, hiring.browsers.EmployerAdmin)
    await keepsPages(page)
    await page.goto('/users/new')
    await page.locator('input[name=name]').fill('Half typed')
    await page.goto('/users')
    await page.goBack({ waitUntil: 'commit' })
    await becomesTrue(page, `getComputedStyle(document.body).visibility === 'visible'`)
    expect(await page.locator('input[name=name]').inputValue()).toBe('Half typed')
    await page.context().close()
  })

  test('Back after signing in as somebody else shows nothing of the first person', async () => {
    const [one, other] = await Promise.all([
      system.employerWithUser('EmployerAdmin'),
      system.employerWithUser('Recruiter'),
    ])
    const { page } = await openTab(browser, system, await system.signedIn(one))
    await keepsPages(page)
    await page.goto('/account')
    await page.goto('/sign-in')
    const { cookies } = await system.signedIn(other)
    const all = [...cookies].map(([name, value]) => ({ name, value, url: system.baseUrl }))
    await page.context().addCookies(all)
    await page.goBack({ waitUntil: 'commit' })
    await page.locator('main').getByText(other.name).waitFor()
    expect(await page.content()).not.toContain(one.name)
    await page.context().close()
  })

  test('seven boards in view of one browser: pages still load, the last looked at are live, and a paused one continues when it is clicked', async () => {
    const own = await openHiring(system)
    const { page, errors } = await openTab(browser, system, own.browsers.Recruiter)
    const boards = [page, ...(await Promise.all(Array.from({ length: 6 }, () => page.context().newPage())))]
    for (const board of boards) {
      await board.goto(`/jobs/${own.jobId}/board`)
      await isLive(board)
    }
    const state = (board: Page) => board.locator('[data-state]').getAttribute('data-state')
    const states = () => Promise.all(boards.map(state))
    await eventually('three boards are paused', async () => {
      return (await states()).join() === 'paused,paused,paused,live,live,live,live'
    })
    const elsewhere = await page.context().newPage()
    await elsewhere.goto('/jobs')
    const id = await own.apply()
    await boards[6]!.locator(`#card-${id}`).waitFor()
    expect(await boards[0]!.locator(`#card-${id}`).count()).toBe(0)
    await boards[0]!.locator('h1').click()
    await boards[0]!.locator(`#card-${id}`).waitFor()
    await eventually('another one is paused', async () => (await state(boards[3]!)) === 'paused')
    // One that is closed makes room.
    await boards[6]!.close()
    await isLive(boards[3]!)
    expect(errors).toEqual([])
    await page.context().close()
  })
})
