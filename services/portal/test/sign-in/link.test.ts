import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem()
})
afterAll(() => system?.stop())

type Employed = Awaited<ReturnType<PortalSystem['employerWithUser']>>

/** A one-time link to the portal, as the Admin API makes it. */
async function linkFor({ id, employerId }: Employed, fields: object = {}): Promise<string> {
  const path = `/admin/v1/employers/${employerId}/portal-links`
  const { status, body, text } = await system.admin.post(path, { userId: id, ...fields })
  if (status !== 201) throw new Error(text)
  const url = new URL(body.url)
  expect(url.origin).toBe(system.baseUrl)
  return url.pathname
}

test('a link signs in the one who opens it, after a button, and leads to its page', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  const link = await linkFor(person, { page: 'jobs' })
  const browser = system.visitor()
  const page = await browser.open(link)
  expect([page.status, page.text]).toEqual([200, expect.not.stringContaining(person.name)])
  expect((await browser.open('/account')).path).toContain('/sign-in')
  const opened = await browser.submit(page, link)
  expect(opened.redirects).toEqual([{ status: 303, to: '/jobs' }])
  expect((await browser.open('/account')).text).toContain(person.name)
})

test('a link of the staff signs in staff', async () => {
  const person = await system.staff('viewer')
  const { body } = await system.admin.post(`/admin/v1/staff/${person.id}/portal-links`, {})
  const link = new URL(body.url).pathname
  const browser = system.visitor()
  await browser.submit(await browser.open(link), link)
  expect((await browser.open('/account')).text).toContain('Staff of the platform')
})

test('410: a link works once, with many browsers at a time at two processes (P-451)', async () => {
  const person = await system.employerWithUser('Recruiter')
  const link = await linkFor(person)
  const browsers = Array.from({ length: 10 }, () => system.visitor())
  const pages = await Promise.all(browsers.map((browser) => browser.open(link)))
  const results = await Promise.all(browsers.map((browser, index) => browser.submit(pages[index]!, link)))
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(410)])
  const sessions = await system.portal.deps.db.sql`select id from session where person_id = ${person.id}`
  expect(sessions).toHaveLength(1)
})

test('410: a link that has ended, was changed or is of somebody who was removed', async () => {
  const person = await system.employerWithUser('Recruiter')
  const submit = async (link: string) => {
    const browser = system.visitor()
    const page = await browser.submit(await browser.open(link), link)
    expect((await browser.open('/account')).path).toContain('/sign-in')
    return [page.status, page.title]
  }
  const over = [410, expect.stringContaining('This link does not work any more')]
  const link = await linkFor(person)
  expect(await submit(`${link}x`)).toEqual(over)
  expect(await submit('/sign-in/link/nonsense')).toEqual(over)
  const { status } = await system.admin.delete(`/admin/v1/employers/${person.employerId}/users/${person.id}`)
  expect(status).toBe(204)
  expect(await submit(link)).toEqual([410, expect.stringContaining('You cannot sign in')])
  const other = await linkFor(await system.employerWithUser('Recruiter'), { expiresInSeconds: 60 })
  system.advance(61_000)
  expect(await submit(other)).toEqual(over)
})

test('503: nothing is used up while accounts cannot say who it is', async () => {
  const person = await system.employerWithUser('Recruiter')
  const link = await linkFor(person)
  const browser = system.visitor()
  const page = await browser.open(link)
  const { deps } = system.portal
  const { call } = deps
  const { unavailable } = await import('@jobboard/contracts/error')
  deps.call = Object.assign(() => Promise.reject(unavailable('The accounts service')), { close: call.close })
  const refused = await browser.submit(page, link)
  deps.call = call
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('accounts')])
  expect((await browser.submit(page, link)).path).toBe('/')
})

test('403: a form of another site signs nobody in (P-443)', async () => {
  const link = await linkFor(await system.employerWithUser('Recruiter'))
  const browser = system.visitor()
  const page = await browser.open(link)
  const csrf = page.$('input[name=csrf]').attr('value')!
  const foreign = [
    browser.post(link, { csrf }, { 'sec-fetch-site': 'cross-site' }),
    browser.post(link, { csrf }, { 'sec-fetch-site': 'same-site' }),
    browser.post(link, { csrf: 'x'.repeat(csrf.length) }),
    browser.post(link, {}),
  ]
  expect((await Promise.all(foreign)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
  // A browser that sends no Sec-Fetch-Site is judged by its Origin.
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const byOrigin = (headers: Record<string, string>) =>
    fetch(system.portal.pagesUrl + link, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
      body: new URLSearchParams({ csrf }),
    }).then(({ status }) => status)
  expect(await byOrigin({ origin: 'http://evil.example' })).toBe(403)
  expect(await byOrigin({})).toBe(403)
  expect(await byOrigin({ origin: system.baseUrl })).toBe(303)
})
