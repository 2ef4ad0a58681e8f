import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { jobsOf } from '../support/jobs.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { openTab } from '../support/tab.ts'
import { startReceiver } from '../webhooks/support.ts'

const chromium = findBrowser()
if (!chromium)
  console.warn('SKIPPED: the story of an employer in a real browser, because there is no Chromium')

const EMAIL = 'ada@fjord.example'
const run = promisify(execFile)

describe.skipIf(!chromium)('an employer begins to hire', () => {
  let mails: MailServer
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let system: PortalSystem
  let browser: Browser
  beforeAll(async () => {
    mails = await startMailServer()
    receiver = await startReceiver()
    system = await openPortalSystem({
      only: ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook'],
      env: { SMTP_URL: mails.url, MAIL_FROM: 'portal@jobboard.example' },
    })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await system?.stop()
    await receiver?.stop()
    await mails?.stop()
  })

  /** The first match in a mail to Ada. */
  const mailed = (what: RegExp) =>
    eventually(`a mail says ${what}`, async () => {
      const sources = mails.mails.filter(({ recipients }) => recipients.includes(EMAIL))
      return sources.map(({ source }) => what.exec(source)?.[0]).find((found) => found !== undefined)
    })
  const create = async (path: string, body: object) => {
    const response = await system.admin.post(path, body)
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`)
    return response.body
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
  const says = (page: Page, text: string) => page.locator('main').getByText(text).first().waitFor()
  /** Loads the page again until it says this. */
  const comesToSay = (page: Page, text: RegExp) =>
    eventually(`${page.url()} says ${text}`, async () => {
      await page.reload()
      return text.test((await page.locator('main').textContent()) ?? '')
    })
  /** What the command that the page shows prints, and the status, on the last line. */
  async function curl(command: string): Promise<{ status: number; body: string }> {
    const here = command.replaceAll(system.portal.deps.env.PUBLIC_API_URL, system.network.gateway.url)
    const { stdout } = await run('sh', ['-c', `${here} -s -w '\\n%{http_code}'`])
    const [body = '', status] = stdout.split('\n')
    return { status: Number(status), body }
  }

  test('from the invitation to the first unlocked candidate, with the mouse, the keyboard and curl', async () => {
    // Invited by mail.
    const owner = await system.employerWithUser('EmployerAdmin')
    const { employerId } = owner
    const { page: ownerPage } = await openTab(browser, system, await system.signedIn(owner))
    await ownerPage.goto('/users/new')
    await ownerPage.getByLabel('Name').fill('Ada Fjord')
    await ownerPage.getByLabel('E-mail address').fill(EMAIL)
    await ownerPage.locator('[name=role][value=EmployerAdmin]').check()
    await press(ownerPage, 'Invite')
    await says(ownerPage, 'the mail with the link to the sign-in was sent')

    // Signed in by mail, in a browser that has no session.
    const { page, errors } = await openTab(browser, system)
    await page.goto(await mailed(/http\S+/))
    await page.getByLabel('E-mail address').fill(EMAIL)
    await press(page, 'Mail me a link')
    await page.goto(await mailed(/http\S+\/sign-in\/mail\/\S+/))
    await press(page, 'Sign in')
    await page.locator('h1').waitFor()

    // A key is minted, and waits.
    await page.goto('/keys/new')
    await page.getByLabel('Name').fill('Sourcing assistant')
    for (const scope of ['CvSearch', 'Applications']) {
      await page.locator(`[name=scopes][value=${scope}]`).check()
    }
    await press(page, 'Create key')
    const secret = page.locator('.jb-secret')
    const [key, snippet] = await secret.locator('pre').allTextContents()
    expect(snippet).toContain(key!)
    await secret.locator('[data-copy]').first().click()
    await follow(page, 'I have stored it: to the key')
    await says(page, 'Waiting for review')
    const keyPath = new URL(page.url()).pathname
    expect((await curl(snippet!)).status).toBe(401)

    // Staff approve it; the same command works.
    const staff = await openTab(browser, system, await system.signedIn(await system.staff('operator')))
    await staff.page.goto('/staff/review')
    await staff.page.getByRole('link', { name: 'Sourcing assistant' }).first().click()
    await press(staff.page, 'Approve the key')
    await says(staff.page, 'is approved and works')
    const answer = await eventually('the key works', async () => {
      const response = await curl(snippet!)
      return response.status === 200 ? response : undefined
    })
    expect(JSON.parse(answer.body)).toMatchObject({ kind: 'recruiter', name: 'Sourcing assistant' })
    await page.goto(keyPath)
    await comesToSay(page, /Active/)

    // A webhook endpoint whose receiver fails, is mended, and gets the event again.
    receiver.respond(500, 'the database of the receiver is full')
    await page.goto('/webhooks/new')
    await page.locator('#field-url').fill(receiver.url)
    await press(page, 'Add endpoint')
    await page.locator('.jb-secret [data-copy]').first().click()
    await follow(page, 'Continue to the endpoint')
    await press(page, 'Send test event')
    await says(page, 'Accepted: the test event is sent now')
    await comesToSay(page, /the database of the receiver is full/)
    receiver.respond(200, 'ok')
    await press(page, 'Send again')
    await says(page, 'Accepted: the delivery is due now')
    await comesToSay(page, /Succeeded/)
    const [first, second] = receiver.requests
    expect(second).toMatchObject({
      body: first!.body,
      headers: { 'webhook-id': first!.headers['webhook-id'] },
    })

    // A job is published at the price shown, with a double click.
    for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
      await create(`/admin/v1/employers/${employerId}/credits`, { kind, amount: 3 })
    }
    const jobs = jobsOf(system)
    const jobId = await jobs.draft(employerId)
    await page.goto(`/jobs/${jobId}/publish`)
    const price = await page.getByRole('button', { name: /^Publish for/ }).textContent()
    expect(price?.trim()).toBe('Publish for 1 job posting credit')
    await page.getByRole('button', { name: /^Publish for/ }).dblclick()
    await says(page, 'Published for 1 job posting credit; 2 left')
    expect(await jobs.balance(employerId)).toBe(2)

    // An application arrives on the open board.
    await page.goto(`/jobs/${jobId}/board`)
    await page.locator('[data-state]').getByText('Live').waitFor()
    let loads = 0
    page.on('load', () => loads++)
    const skills = ['violins', 'varnish']
    const candidate = await create('/admin/v1/candidates', {
      ...{ firstName: 'Ida', lastName: 'Berg', email: 'ida@people.example', headline: 'Luthier', skills },
      consentExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const applied = await system.network.services.candidate
      .as({ kind: 'candidate', candidateId: candidate.id, keyId: 1, scopes: ['Apply'] })
      .post('/api/v1/me/applications', { jobId, confirm: true })
    expect(applied.status).toBe(201)
    const { id } = applied.body.application
    await page.locator(`[data-column=New] #card-${id}`).waitFor()

    // It is moved by keyboard.
    await page.locator(`#card-${id} [data-dialog]`).focus()
    await page.keyboard.press('Enter')
    await page.locator('#move select[name=status]:focus').waitFor()
    await page.keyboard.type('Short')
    await page.locator('#move button[type=submit]').focus()
    await page.keyboard.press('Enter')
    await page.locator(`[data-column=Shortlisted] #card-${id}`).waitFor()
    expect(loads).toBe(0)
    await eventually('the events of the application arrive', async () => {
      const types = receiver.requests.map(({ body }) => JSON.parse(body).type)
      return types.includes('application.submitted') && types.includes('application.status_changed')
    })

    // Search and unlock, each at the price shown.
    const reader = { kind: 'recruiter', employerId, userId: null, keyId: null, scopes: ['CvSearch'] } as const
    await eventually('search knows the candidate', async () => {
      const preview = `/api/v1/candidates/${candidate.id}/preview`
      return (
        (await system.network.services.search.as({ ...reader, scopes: ['CvSearch'] }).get(preview)).status ===
        200
      )
    })
    await page.goto('/search')
    await page.getByLabel('Query', { exact: true }).fill('violins AND varnish')
    await press(page, 'Search for 1 CV search credit')
    await page.getByRole('heading', { name: '1 candidate' }).waitFor()
    await follow(page, 'I*** B***')
    await page.getByLabel('Yes, unlock this profile').check()
    await press(page, 'Unlock for 1 unlock credit')
    await page.getByRole('heading', { name: 'Ida Berg' }).waitFor()
    await says(page, 'ida@people.example')
    await page.goto('/credits')
    const left = await system.network.services.search
      .as({ kind: 'service', service: 'accounts' })
      .get(`/internal/v1/employers/${employerId}/credits`)
    expect(left.body).toMatchObject({ CvSearch: 2, CvDownload: 2 })
    expect([errors, staff.errors]).toEqual([[], []])
  })
})
