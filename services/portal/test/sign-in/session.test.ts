import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteEnded } from '../../src/portal.ts'
import { MAX_SESSIONS, startSession } from '../../src/session/session.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { openVisitor, type Visitor } from '../support/visitor.ts'

const MINUTE_MS = 60_000

let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem()
})
afterAll(() => system?.stop())

const isSignedIn = async (browser: Visitor) => (await browser.open('/account')).path === '/account'
const sessionsOf = ({ id, kind }: { id: number; kind: string }) =>
  system.portal.deps.db.sql<{
    id: number
  }>`select id from session where person_kind = ${kind} and person_id = ${id}`

test('the account says who one is and where one is signed in; one session ends, the others stay', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  const [laptop, phone] = [await system.signedIn(person), await system.signedIn(person)]
  const page = await laptop.open('/account')
  expect(page.text).toContain(person.employerName)
  expect(page.$('tbody tr')).toHaveLength(2)
  expect(page.$('.badge').text()).toBe('this browser')
  const other = page.$('tbody tr').filter((_, row) => page.$(row).find('.badge').length === 0)
  const ended = await laptop.submit(page, other.find('form').attr('action')!)
  expect([ended.path, ended.text]).toEqual([
    '/account',
    expect.stringContaining('That browser is signed out.'),
  ])
  expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false])
})

test('nobody ends the session of somebody else', async () => {
  const browser = await system.signedIn(await system.employerWithUser('EmployerAdmin'))
  const victim = await system.employerWithUser('EmployerAdmin')
  const other = await system.signedIn(victim)
  const [{ id } = { id: 0 }] = await sessionsOf(victim)
  const page = await browser.open('/account')
  const csrf = page.$('input[name=csrf]').attr('value')!
  const outcome = await browser.post(`/account/sessions/${id}/end`, { csrf })
  expect(outcome.text).toContain('was signed out before')
  await browser.post('/account/sessions/99999999999999999999/end', { csrf })
  expect(await isSignedIn(other)).toBe(true)
})

test('all other sessions end, or all of them', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browsers = await Promise.all([1, 2, 3].map(() => system.signedIn(person)))
  const [first] = browsers as [Visitor]
  const others = await first.submit(await first.open('/account'), '/account/sessions/end-others')
  expect(others.text).toContain('2 other browsers are signed out.')
  expect(await Promise.all(browsers.map(isSignedIn))).toEqual([true, false, false])
  const second = await system.signedIn(person)
  const all = await first.submit(await first.open('/account'), '/account/sessions/end-all')
  expect([all.path, all.text]).toEqual(['/sign-in', expect.stringContaining('signed out everywhere')])
  expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, false])
})

test('signing out ends the session, deletes the cookie and what the browser has stored', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const page = await browser.open('/')
  const stolen = browser.clone()
  const response = await fetch(`${system.portal.pagesUrl}/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: new URLSearchParams({ csrf: page.$('form[action="/sign-out"] input').attr('value')! }),
  })
  expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect(response.headers.getSetCookie().join()).toMatch(
    /session-\d+=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax/,
  )
  expect(await isSignedIn(stolen)).toBe(false)
})

test('a form of a tab leads to the sign-in, and does nothing, when another tab has signed out', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const tab = await browser.open('/account')
  const elsewhere = await system.signedIn(person)
  await browser.submit(await browser.open('/'), '/sign-out')
  const outcome = await browser.submit(tab, '/account/sessions/end-others')
  expect([outcome.path, outcome.text]).toEqual([
    '/sign-in?next=%2F',
    expect.stringContaining('nothing was done'),
  ])
  expect(await isSignedIn(elsewhere)).toBe(true)
})

test('a form of an earlier session of this browser is refused', async () => {
  const person = await system.employerWithUser('Recruiter')
  const before = await system.signedIn(person)
  const tab = await before.open('/account')
  const now = await system.signedIn(person)
  const outcome = await now.submit(tab, '/account/sessions/end-others')
  expect([outcome.status, await isSignedIn(before)]).toEqual([403, true])
})

test(`${MAX_SESSIONS} sessions of a person, exactly, with many sign-ins at a time; the last used stay`, async () => {
  const person = await system.employerWithUser('Recruiter')
  const { db } = system.portal.deps
  const sign = (index: number) => {
    const now = new Date(system.portal.deps.now().getTime() + index)
    return startSession(db, person, { signedInBy: 'email', userAgent: 'test', now })
  }
  await Promise.all(Array.from({ length: MAX_SESSIONS + 15 }, (_, index) => sign(index)))
  expect(await sessionsOf(person)).toHaveLength(MAX_SESSIONS)
  const newest = await system.signedIn(person)
  expect([(await sessionsOf(person)).length, await isSignedIn(newest)]).toEqual([MAX_SESSIONS, true])
})

test.each([
  { who: 'a user', idle: 120, longest: 720, create: () => system.employerWithUser('Recruiter') },
  { who: 'staff', idle: 30, longest: 480, create: () => system.staff('operator') },
])(
  'the session of $who ends after $idle minutes without use and $longest in all (P-454)',
  async ({ idle, longest, create }) => {
    const person = await create()
    const [used, idling] = [await system.signedIn(person), await system.signedIn(person)]
    // The last use is stored once a minute.
    const step = idle - 2
    system.advance(step * MINUTE_MS)
    expect(await isSignedIn(used)).toBe(true)
    system.advance(2 * MINUTE_MS)
    expect([await isSignedIn(idling), await isSignedIn(used)]).toEqual([false, true])
    for (let minutes = idle; minutes + step < longest; minutes += step) {
      system.advance(step * MINUTE_MS)
      expect(await isSignedIn(used)).toBe(true)
    }
    system.advance(step * MINUTE_MS)
    expect(await isSignedIn(used)).toBe(false)
    system.advance(24 * 60 * MINUTE_MS)
    await deleteEnded(system.portal.deps)
    expect(await sessionsOf(person)).toEqual([])
  },
)

test('a changed role counts with the next request, and a removed person is signed out', async () => {
  const person = await system.employerWithUser('Recruiter')
  const path = `/admin/v1/employers/${person.employerId}/users/${person.id}`
  const browser = await system.signedIn(person)
  expect((await browser.open('/account')).text).toContain('Recruiter')
  await system.admin.put(path, { role: 'Interviewer', name: 'Ada Lind' })
  const page = await browser.open('/account')
  expect([page.text.includes('Interviewer'), page.text.includes('Ada Lind')]).toEqual([true, true])
  expect((await system.admin.delete(path)).status).toBe(204)
  expect(await isSignedIn(browser)).toBe(false)
  expect(await sessionsOf(person)).toEqual([])
})

test('while accounts is down, the role that was last read serves, and the page says what is missing (P-442)', async () => {
  const part = await openPortalSystem()
  const person = await part.employerWithUser('Interviewer')
  const browser = await part.signedIn(person)
  await browser.open('/account')
  await part.network.services.accounts.stop()
  const page = await browser.open('/account')
  expect([page.status, page.text.includes('Interviewer')]).toEqual([200, true])
  expect(page.text).toContain('accounts did not answer')
  const { portal } = part
  await portal.stop()
  await part.network.gateway.stop()
})

test('the theme is kept in a cookie, and the form leads back to its page', async () => {
  const browser = await system.signedIn(await system.employerWithUser('Recruiter'))
  const page = await browser.open('/account')
  const csrf = page.$('form[action="/preferences/theme"] input').attr('value')!
  const set = (theme: string, referer: string) =>
    browser
      .post('/preferences/theme', { csrf, theme }, { referer })
      .then(({ path, $ }) => [path, $('html').attr('data-theme')])
  expect(await set('dark', `${system.baseUrl}/account?a=1`)).toEqual(['/account?a=1', 'dark'])
  expect(await set('light', 'https://evil.example/account')).toEqual(['/', 'light'])
  expect(await set('auto', `${system.baseUrl}//evil.example`)).toEqual(['/', 'auto'])
})

test('cookies are Secure and bound to the host where the portal has https', async () => {
  const secure = await openPortalSystem({ env: { PORTAL_BASE_URL: 'https://portal.example' } })
  const person = await secure.employerWithUser('Recruiter')
  const { body } = await secure.admin.post(`/admin/v1/employers/${person.employerId}/portal-links`, {
    userId: person.id,
  })
  expect(body.url).toMatch(/^https:\/\/portal\.example\/sign-in\/link\//)
  const link = new URL(body.url).pathname
  const browser = openVisitor(secure.portal.pagesUrl)
  const page = await browser.open(link)
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(page.headers.getSetCookie().join()).toMatch(
    /^__Host-binding=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  await browser.submit(page, link)
  expect([...browser.cookies.keys()]).toEqual(['__Host-session'])
  await secure.stop()
})

test('metrics count what became of sign-ins, and sessions', async () => {
  const person = await system.employerWithUser('Recruiter')
  await system.signedIn(person)
  const browser = system.visitor()
  await browser.submit(await browser.open('/sign-in/link/x'), '/sign-in/link/x')
  const text = await eventually('metrics', async () => {
    const response = await fetch(`${system.portal.url}/metrics`)
    return response.text()
  })
  expect(text).toMatch(/^portal_sessions [1-9]\d*$/m)
  expect(text).toMatch(/^portal_sign_in_refusals_total\{reason="link"\} 1$/m)
  expect(text).toMatch(/^portal_sign_ins_total\{by="oidc"\} 0$/m)
  expect(text).toMatch(/^portal_sign_in_mails_total\{result="sent"\} 0$/m)
})
