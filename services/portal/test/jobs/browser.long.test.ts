import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import { openBrowser, openPage, pageFaults } from '../support/browser.ts'
import { type JobsBeside, jobsOf } from '../support/jobs.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the pages of jobs in a real browser, because there is no Chromium')

describe.skipIf(!chromium)('the pages of jobs in a real browser', () => {
  let system: PortalSystem
  let jobs: JobsBeside
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
    system = await sharedPortalSystem()
    jobs = jobsOf(system)
  })
  afterAll(async () => {
    await browser?.close()
  })

  async function signedIn() {
    const person = await system.employerWithUser('Recruiter')
    const visitor = await system.signedIn(person)
    const { page, errors } = await openPage(browser, {
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Europe/Oslo',
      baseURL: system.baseUrl,
    })
    await page
      .context()
      .addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: system.baseUrl })))
    return { person, page, errors }
  }

  const hostile = Object.values(hostileTexts).join(' ')

  test('1440 px light and 390 px dark: nothing serious for axe, no overflow, no error on a draft, a refused form and two versions', async () => {
    const { person, page, errors } = await signedIn()
    const questions = [
      { text: 'Can you climb 212 steps?', type: 'YesNo', required: true },
      {
        text: hostileTexts.override,
        type: 'SingleChoice',
        required: false,
        options: ['Days', hostileTexts.markup],
      },
    ]
    const draft = await jobs.draft(person.employerId, {
      title: 'Keeper of the light',
      screeningQuestions: questions,
    })
    const active = await jobs.active(person.employerId)
    await jobs.change(person.employerId, active, {
      title: hostile.slice(0, 200),
      reference: hostileTexts.long.slice(0, 200),
      description: `${hostile}\n\n${hostile}`,
      city: hostileTexts.override,
      screeningQuestions: questions,
    })
    await jobs.grant(person.employerId, 3)
    // What is missing, beside the price; the walk through every page looks at the others.
    await page.goto(`/jobs/${draft}/publish`)
    await look(page, 'publish')
    // A form with errors, and two versions to choose from.
    await page.goto(`/jobs/${active}/edit`)
    await page.fill('[name=city]', '')
    await page.locator('form.jb-form > .jb-actions button').click()
    await page.waitForSelector('.jb-errors')
    await look(page, 'errors')
    await page.goto(`/jobs/${draft}/edit`)
    await page.fill('[name=title]', 'Mine')
    await jobs.change(person.employerId, draft, { title: hostile.slice(0, 200), screeningQuestions: [] })
    await page.locator('form.jb-form > .jb-actions button').click()
    await page.waitForSelector('[name="use.title"]')
    await look(page, 'conflict')
    // The browser reports the statuses 422 and 409 of the two forms.
    expect(errors.filter((error) => !error.includes('the server responded with a status of 4'))).toEqual([])
    await page.close()
  })

  const look = async (page: Page, path: string) => expect(await pageFaults(page), path).toEqual([])

  test('with script, questions are added, moved and removed in place, by keyboard alone', async () => {
    const { person, page, errors } = await signedIn()
    await page.goto('/jobs/new')
    await page.fill('[name=title]', 'Diver')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const add = page.getByRole('button', { name: 'Add a question' })
    for (const text of ['First?', 'Second?', 'Third?']) {
      await add.focus()
      await page.keyboard.press('Enter')
      // The focus is in the text of the new question.
      await page.keyboard.type(text)
    }
    expect(await page.locator('.jb-question h3').allTextContents()).toEqual([
      'Question 1',
      'Question 2',
      'Question 3',
    ])
    await page.getByRole('button', { name: 'Move question 3 up' }).press('Enter')
    // The same button, which has moved with its question, has the focus.
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove question 2' }).press('Enter')
    const choice = page.locator('.jb-question').nth(1)
    expect(await choice.getByLabel('Answers to choose from').isVisible()).toBe(false)
    await choice.getByLabel('Answer', { exact: true }).selectOption('SingleChoice')
    await choice.getByLabel('Answers to choose from').fill('A\nB')
    expect(requests).toEqual([])
    // Enter in a line saves, and presses no button of a question.
    await page.locator('[name=title]').press('Enter')
    await page.waitForURL(/\/jobs\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    expect((await jobs.read(person.employerId, id)).screeningQuestions).toMatchObject([
      { text: 'Third?', type: 'YesNo' },
      { text: 'Second?', type: 'SingleChoice', options: ['A', 'B'] },
    ])
    expect(errors).toEqual([])
    await page.close()
  })

  test('leaving changes that are not saved asks first; leaving an unchanged form does not', async () => {
    const { person, page } = await signedIn()
    const id = await jobs.draft(person.employerId)
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.dismiss()
    })
    const back = page.getByRole('link', { name: 'Back to the job' })
    await page.goto(`/jobs/${id}/edit#field-city`)
    expect(await page.evaluate('document.activeElement.name')).toBe('city')
    await back.click()
    await page.waitForURL(new RegExp(`/jobs/${id}$`))
    expect(asked).toEqual([])
    await page.goto(`/jobs/${id}/edit`)
    await page.locator('[name=title]').pressSequentially(' two')
    await back.click({ noWaitAfter: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])
    expect(page.url()).toContain('/edit')
    await page.locator('form.jb-form > .jb-actions button').click()
    await page.waitForURL(new RegExp(`/jobs/${id}$`))
    expect(asked).toHaveLength(1)
    await page.close()
  })
})
