import { domainToUnicode } from 'node:url'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, type ReceivedMail, startMailServer } from '@jobboard/testkit/mail-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

let mails: MailServer
let system: PortalSystem
beforeAll(async () => {
  mails = await startMailServer()
  system = await openPortalSystem({ env: { SMTP_URL: mails.url } })
})
afterAll(async () => {
  await system?.stop()
  await mails?.stop()
})

/** Asks for a mail in this browser, and returns the page to which every request for one leads. */
async function ask(browser: Visitor, email: string, path = '/sign-in') {
  const page = await browser.open(path)
  return browser.submit(page, '/sign-in', { email })
}

const mailsTo = (email: string) => mails.mails.filter(({ recipients }) => recipients.includes(email))

/** The newest mail to an address, once there are `count` of them. */
async function mailTo(email: string, count = 1): Promise<{ link: string; code: string; mail: ReceivedMail }> {
  await eventually(`mail ${count} to the address`, async () => mailsTo(email).length >= count)
  const mail = mailsTo(email).at(-1)!
  const link = new URL(/http\S+\/sign-in\/mail\/\S+/.exec(mail.source)![0])
  return { mail, link: link.pathname, code: /(\d{4}) (\d{4})\n/.exec(mail.source)!.slice(1).join('') }
}

const isSignedIn = async (browser: Visitor) =>
  (await browser.open('/account')).title.startsWith('Your account')

test('a link of the mail signs in the browser that asked, once, and leads to the page that was wanted', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = system.visitor()
  const outcome = await ask(browser, person.email.toUpperCase(), '/sign-in?next=%2Faccount%3Fa%3D1')
  expect([outcome.path, outcome.redirects]).toEqual(['/sign-in/code', [{ status: 303, to: '/sign-in/code' }]])
  const { link, mail } = await mailTo(person.email)
  expect(mail.source).toContain(`${system.baseUrl}/sign-in/mail/`)
  expect(mail.source).toMatch(/with Firefox, Linux\.\n/)
  expect(mail.source).toMatch(/on \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  const page = await browser.open(link)
  const start = await browser.submit(page, link)
  expect([start.status, start.path]).toEqual([200, '/account?a=1'])
  expect(start.text).toContain(person.name)
  expect([...browser.cookies.keys()].some((name) => name.startsWith('binding'))).toBe(false)

  const again = await browser.submit(await browser.open(link), link)
  expect([again.status, again.title]).toEqual([
    410,
    expect.stringContaining('This link does not work any more'),
  ])
})

test.each(['r&d', 'a/b=c', '~jobs!x#1%2', "o'neil{x}|y"])('%s@… signs in by mail (P-601)', async (box) => {
  const email = `${box}@xn--80aswg.xn--p1ai`
  const person = await system.employerWithUser('Recruiter', { email })
  const browser = system.visitor()
  await ask(browser, email)
  // The test's server shows domains in Unicode.
  const { link } = await mailTo(`${box}@${domainToUnicode('xn--80aswg.xn--p1ai')}`)
  expect((await browser.submit(await browser.open(link), link)).text).toContain(person.name)
})

test('opening the link changes nothing, with GET and HEAD: programs open links before people do', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = system.visitor()
  await ask(browser, person.email)
  const { link } = await mailTo(person.email)
  const before = await system.portal.deps.db.sql`select * from sign_in_mail order by id`
  const scanner = system.visitor()
  const opened = await Promise.all([scanner.open(link), browser.open(link), scanner.open(`${link}x`)])
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200])
  await fetch(system.portal.pagesUrl + link, { method: 'HEAD' })
  expect(await system.portal.deps.db.sql`select * from sign_in_mail order by id`).toEqual(before)
  expect(await isSignedIn(scanner)).toBe(false)
  await browser.submit(await browser.open(link), link)
  expect(await isSignedIn(browser)).toBe(true)
})

test('403: another browser does not use the link up, and the one that asked still can', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = system.visitor()
  await ask(browser, person.email)
  const { link } = await mailTo(person.email)
  const other = system.visitor()
  const refused = await other.submit(await other.open(link), link)
  expect([refused.status, refused.title]).toEqual([403, expect.stringContaining('where you asked for it')])
  // A program that presses buttons and keeps no cookies.
  const press = await fetch(system.portal.pagesUrl + link, {
    method: 'POST',
    headers: { origin: system.baseUrl },
  })
  expect(press.status).toBe(403)
  expect(await isSignedIn(other)).toBe(false)
  await browser.submit(await browser.open(link), link)
  expect(await isSignedIn(browser)).toBe(true)
})

test('the code of the newest mail signs in; link and code are used up together', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  const browser = system.visitor()
  await ask(browser, person.email)
  const first = await mailTo(person.email)
  const page = await ask(browser, person.email)
  const { code, link } = await mailTo(person.email, 2)
  if (first.code !== code) {
    const wrong = await browser.submit(page, '/sign-in/code', { code: first.code })
    expect([wrong.status, wrong.$('.jb-error').text()]).toEqual([422, expect.stringContaining('newest mail')])
  }
  const start = await browser.submit(page, '/sign-in/code', {
    code: `${code.slice(0, 4)} - ${code.slice(4)}`,
  })
  expect([start.path, await isSignedIn(browser)]).toEqual(['/', true])
  const again = await browser.submit(await browser.open(link), link)
  expect(again.status).toBe(410)
})

test('link and code of one mail are used once, with many requests at a time (P-449)', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = system.visitor()
  const page = await ask(browser, person.email)
  const { link, code } = await mailTo(person.email)
  const linkPage = await browser.open(link)
  const all = [1, 2, 3, 4, 5, 6].flatMap(() => [
    browser.clone().submit(linkPage, link),
    browser.clone().submit(page, '/sign-in/code', { code }),
  ])
  const statuses = (await Promise.all(all)).map(({ path, status }) => (path === '/' ? 'in' : status))
  expect(statuses.filter((status) => status === 'in')).toEqual(['in'])
  expect(new Set(statuses)).toEqual(new Set(['in', 410]))
})

test('5 codes of a mail, exactly, with many at a time; the right one is refused then', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = system.visitor()
  const page = await ask(browser, person.email)
  const { code, link } = await mailTo(person.email)
  const wrong = String((Number(code) + 1) % 1e8).padStart(8, '0')
  const tries = Array.from({ length: 12 }, () =>
    browser.clone().submit(page, '/sign-in/code', { code: wrong }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(5)
  expect(statuses.filter((status) => status === 410)).toHaveLength(7)
  expect((await browser.submit(page, '/sign-in/code', { code })).status).toBe(410)
  // The link is not guessed, so it still works.
  await browser.submit(await browser.open(link), link)
  expect(await isSignedIn(browser)).toBe(true)
})

test('20 codes of an address within an hour: another mail does not start the count again, the hour does', async () => {
  const person = await system.employerWithUser('Recruiter')
  const enter = async (count: number) => {
    const browser = system.visitor()
    const page = await ask(browser, person.email)
    await mailTo(person.email, ++sent)
    const statuses: number[] = []
    for (let i = 0; i < count; i++) {
      statuses.push((await browser.submit(page, '/sign-in/code', { code: '00000000' })).status)
    }
    return statuses
  }
  let sent = 0
  for (let i = 0; i < 4; i++) expect(await enter(5)).toEqual([422, 422, 422, 422, 422])
  expect(await enter(1)).toEqual([429])
  system.advance(60 * 60_000 + 1)
  expect(await enter(1)).toEqual([422])
})

test('link and code end after 10 minutes', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = system.visitor()
  const page = await ask(browser, person.email)
  const { link, code } = await mailTo(person.email)
  const linkPage = await browser.open(link)
  system.advance(10 * 60_000)
  expect((await browser.submit(linkPage, link)).status).toBe(410)
  expect((await browser.submit(page, '/sign-in/code', { code })).status).toBe(410)
})

test('several persons with one address choose after they have proved it is theirs', async () => {
  const one = await system.employerWithUser('Recruiter')
  const two = await system.employerWithUser('EmployerAdmin', { email: one.email })
  const browser = system.visitor()
  const page = await ask(browser, one.email)
  const { code } = await mailTo(one.email)
  const before = browser.clone()
  const choice = await browser.submit(page, '/sign-in/code', { code })
  expect([choice.path, choice.$('input[type=radio]').length]).toEqual(['/sign-in/choose', 2])
  expect(await isSignedIn(browser)).toBe(false)
  expect((await before.open('/sign-in/choose')).path).toBe('/sign-in')
  const nobody = await browser.submit(choice, '/sign-in/choose', { person: 'user 1000000' })
  expect([nobody.status, await isSignedIn(browser)]).toEqual([422, false])
  const all = [1, 2, 3].map(() =>
    browser.clone().submit(choice, '/sign-in/choose', { person: `user ${two.id}` }),
  )
  expect((await Promise.all(all)).filter(({ path }) => path === '/')).toHaveLength(1)
  const sessions = await system.portal.deps.db
    .sql`select person_id from session where person_id in (${one.id}, ${two.id})`
  expect(sessions).toEqual([{ personId: two.id }])
})

test('who has an address at many employers chooses among all of them, by page, and no employer keeps another out (P-452)', async () => {
  const squatter = await system.employerWithUser('EmployerAdmin')
  const email = 'vic@people.example'
  // Twins, as a release before stored them.
  await system.network.services.accounts.deps.db.sql`
    insert into employer_user (employer_id, name, email, role, created_at)
    select ${squatter.employerId}, 'Vic', ${email}, 'Interviewer', now() from generate_series(1, 60)`
  await system.admin.put(`/admin/v1/employers/${squatter.employerId}`, { name: 'Evil Ltd' })
  const own = await system.employerWithUser('Recruiter', { email })
  const browser = system.visitor()
  const page = await ask(browser, email)
  const { code } = await mailTo(email)
  const first = await browser.submit(page, '/sign-in/code', { code })
  expect(first.$('input[type=radio]')).toHaveLength(50)
  const next = String(first.$('a[rel=next]').attr('href'))
  const last = await browser.open(next)
  expect(last.$('input[type=radio]')).toHaveLength(11)
  expect(last.$(`input[value="user ${own.id}"]`)).toHaveLength(1)
  const start = await browser.submit(last, '/sign-in/choose', { person: `user ${own.id}` })
  expect(start.path).toBe('/')
  const sessions = await system.portal.deps.db.sql`select 1 from session where person_id = ${own.id}`
  expect(sessions).toHaveLength(1)
})

test('422: what is no address and no code is named beside the field, and what was typed stays', async () => {
  const browser = system.visitor()
  const page = await browser.open('/sign-in?next=/account')
  const refused = await browser.submit(page, '/sign-in', { email: 'ada at home' })
  expect([refused.status, refused.$('input[name=email]').attr('value')]).toEqual([422, 'ada at home'])
  expect(refused.$('input[name=next]').attr('value')).toBe('/account')
  expect(refused.$('#field-email-error').text()).toContain('such as ada@example.com')
  const code = await browser.submit(await browser.open('/sign-in/code'), '/sign-in/code', { code: '12 34' })
  expect([code.status, code.$('#field-code-error').text()]).toEqual([
    422,
    expect.stringContaining('8 digits'),
  ])
})

test('next is a path of this portal, or the start page', async () => {
  const wanted = [
    '/account',
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example',
    '/sign-in',
    '/a\n//b',
    `/${'x'.repeat(600)}`,
  ]
  const pages = await Promise.all(
    wanted.map((next) => system.visitor().open(`/sign-in?next=${encodeURIComponent(next)}`)),
  )
  const kept = pages.map(({ $ }) => $('input[name=next]').attr('value'))
  expect(kept).toEqual(['/account', '/', '/', '/', '/', '/a//b', '/'])
})
