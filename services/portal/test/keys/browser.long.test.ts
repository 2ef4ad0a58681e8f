import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import { cookieName } from '../../src/session/cookies.ts'
import { accessibilityFindings, openBrowser, openPage, pageFaults } from '../support/browser.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: keys, users, events in a real browser, because there is no Chromium')

// Names the folder for pictures of the pages, to look at.
const { PICTURES } = process.env
const hostileName = `${hostileTexts.markup} ${hostileTexts.override}`.slice(0, 200)

describe.skipIf(!chromium)('keys, users, events and integrate in a real browser', () => {
  let system: PortalSystem
  let browser: Browser
  let visitor: Visitor
  let paths: Record<string, string>
  beforeAll(async () => {
    system = await openPortalSystem({ only: ['accounts', 'jobs', 'search', 'webhook'] })
    browser = await openBrowser()
    const person = await system.employerWithUser('EmployerAdmin')
    const { employerId } = person
    visitor = await system.signedIn(person)
    const employer = `/admin/v1/employers/${employerId}`
    await system.admin.put(employer, { hasActiveContract: true })
    const mint = async (name: string, scopes: string[], more: object = {}) =>
      (await system.admin.post(`${employer}/api-keys`, { name, scopes, ...more })).body.id as number
    const user = async (name: string, role: string, email: string) =>
      (await system.admin.post(`${employer}/users`, { name, role, email })).body.id as number
    const zoe = await user('Zoë Lindqvist', 'Recruiter', 'zoe.lindqvist@fjord.example')
    const hostile = await user(hostileName, 'Interviewer', `${'x'.repeat(180)}@fjord.example`)
    const used = await mint('Careers page', ['JobPosting', 'Applications'], { userId: zoe })
    const waiting = await mint('Sourcing assistant', ['CvSearch'])
    await mint(hostileName, ['JobPosting', 'Applications', 'Webhooks'], { userId: hostile })
    await mint('W'.repeat(200), ['Webhooks'], { expiresAt: '2099-12-31T23:59:59.999Z' })
    const refused = await mint('Old importer', ['CvSearch'])
    const reason =
      'Please say which searches the importer makes, and mint a key without CvSearch for the rest.'
    await system.admin.post(`/admin/v1/api-keys/${refused}/refuse`, { reason })
    await system.network.services.accounts.deps.db.sql`
      insert into key_usage (key_id, day, family, ok, client_errors, rate_limited, server_errors)
      select ${used}, (now() at time zone 'utc')::date - d, f, 200 + (d * 37) % 90, (d * 7) % 23, case when d % 6 = 2 then 14 else 0 end, d % 2
      from generate_series(0, 26) d, unnest(array['jobs', 'employer', 'applications']) f`
    await system.network.services.accounts.deps.db.sql`
      update recruiter_key set last_used_at = now() - interval '3 minutes' where id = ${used}`
    await addEvents(employerId)
    paths = {
      keys: '/keys',
      ended: '/keys?state=ended',
      key: `/keys/${used}`,
      waiting: `/keys/${waiting}`,
      refused: `/keys/${refused}`,
      hostile: `/users/${hostile}`,
      events: '/events?period=all',
      'no-events': '/events?period=hour&types=application.erased',
      integrate: '/integrate?language=typescript',
    }
  })
  afterAll(async () => {
    await browser?.close()
    await system?.stop()
  })

  async function addEvents(employerId: number) {
    const { sql } = system.network.services.webhook.deps.db
    await sql`insert into event_feed (employer_id, last_number) values (${employerId}, 8)`
    const titles = ['Backend Engineer', hostileName]
    for (let n = 1; n <= 8; n++) {
      const type =
        n % 4 === 0 ? 'job.expired' : n % 2 ? 'application.submitted' : 'application.status_changed'
      const timestamp = new Date(Date.now() - (9 - n) * 5_400_000).toISOString()
      const data = {
        ...{ applicationId: 40 + n, jobPostId: 7, jobTitle: titles[n % 3 === 0 ? 1 : 0], candidateId: n },
        ...{ previousStatus: 'New', newStatus: 'Shortlisted', changedAt: timestamp, expiredAt: timestamp },
        ...{ appliedAt: timestamp, applicationType: 'Api' },
      }
      const id = crypto.randomUUID()
      const body = JSON.stringify({ id, type, timestamp, data })
      await sql`
        insert into event (id, employer_id, type, body, occurred_at, feed_number)
        values (${id}, ${employerId}, ${type}, convert_to(${body}, 'UTF8'), ${timestamp}, ${n})`
    }
  }

  async function open() {
    const opened = await openPage(browser, { viewport: { width: 1440, height: 900 } })
    const session = cookieName(system.portal.deps.env, 'session')
    const value = visitor.cookies.get(session)!
    await opened.page.context().addCookies([{ name: session, value, url: system.baseUrl }])
    return opened
  }
  const picture = async (page: Page, name: string) => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
  }

  test('1440 px light and 390 px dark: readable by everybody, nothing sticks out, nothing runs', async () => {
    const { page, errors } = await open()
    const wrong: string[] = []
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(system.baseUrl + path)
      await page.evaluate(`for (const one of document.querySelectorAll('main details')) one.open = true`)
      wrong.push(...(await pageFaults(page)).map((fault) => `${path}: ${fault}`))
      await picture(page, name)
    }
    expect([wrong, errors]).toEqual([[], []])
    await page.close()
  })

  test('by keyboard alone: a key is minted; leaving it before it is copied warns (P-485)', async () => {
    const { page } = await open()
    await page.goto(`${system.baseUrl}/keys/new`)
    await page.locator('#field-name').fill('By keyboard')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.locator('.jb-secret').waitFor()
    await picture(page, 'secret')
    expect(await accessibilityFindings(page)).toEqual([])
    const asked = new Promise<string>((resolve) => {
      page.on('dialog', (dialog) => {
        resolve(dialog.type())
        void dialog.accept()
      })
    })
    await page.getByRole('link', { name: 'I have stored it' }).click()
    expect(await asked).toBe('beforeunload')
    await page.close()
  })

  test('a refused form moves the focus to what is wrong', async () => {
    const { page } = await open()
    await page.goto(`${system.baseUrl}/keys/new`)
    await page.locator('#field-name').fill('Nothing chosen')
    await page.locator('#field-name').press('Enter')
    await page.locator('.jb-errors').waitFor()
    await picture(page, 'wrong')
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await page.evaluate('document.activeElement.className')).toContain('jb-errors')
    await page.close()
  })
})
