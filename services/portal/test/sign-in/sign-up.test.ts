import { randomUUID } from 'node:crypto'
import { MAX_SANDBOXES_FOR_SIGN_UP } from '@jobboard/contracts/sandbox/sandbox'
import { openLog } from '@jobboard/service/lifecycle/log'
import { freePort } from '@jobboard/stack/infra/free-port'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalEnv } from '../../src/env.ts'
import { networkOf } from '../../src/http/pace.ts'
import { deleteEnded } from '../../src/portal.ts'
import {
  MAILS_PER_ADDRESS_AND_NETWORK,
  MAILS_PER_NETWORK,
  SIGN_UPS_PER_NETWORK,
  take,
} from '../../src/sign-in/limit.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { openVisitor, type Visitor } from '../support/visitor.ts'

let mails: MailServer
let system: PortalSystem
const lines: string[] = []
beforeAll(async () => {
  mails = await startMailServer()
  const log = openLog('portal', 'debug', { write: (line: string) => void lines.push(line) })
  system = await openPortalSystem({
    only: ['accounts', 'jobs', 'candidate', 'search'],
    // The tests are the proxy: each visitor comes from a network of its own.
    env: { SANDBOX: 'public', SMTP_URL: mails.url, TRUSTED_PROXIES: '127.0.0.1' },
    log,
  })
})
afterAll(async () => {
  await system?.stop()
  await mails?.stop()
})

let networks = 0
const newNetwork = () => `10.2.${Math.floor(networks / 250)}.${(networks++ % 250) + 1}`
const newVisitor = (ip = newNetwork()) =>
  openVisitor(system.portal.pagesUrl, { headers: { 'x-forwarded-for': ip } })
const newAddress = () => `${randomUUID()}@people.example`
const mailsTo = (email: string) => mails.mails.filter(({ recipients }) => recipients.includes(email))
const sql = () => system.portal.deps.db.sql
const sandboxes = async () => (await system.admin.get('/admin/v1/sandboxes')).body.total

const ask = async (browser: Visitor, email: string, companyName = 'Fjord & Fell') =>
  browser.submit(await browser.open('/sign-up'), '/sign-up', { companyName, email })
/** The path of the link in the newest mail to an address, once there are `count`. */
async function linkTo(email: string, count = 1) {
  await eventually(`mail ${count} to the address`, async () => mailsTo(email).length >= count)
  return new URL(/http\S+\/sign-up\/\S+/.exec(mailsTo(email).at(-1)!.source)![0]).pathname
}
/** A browser that has asked, and the link that it was mailed. */
async function asked() {
  const [browser, email] = [newVisitor(), newAddress()]
  await ask(browser, email)
  return { browser, email, link: await linkTo(email) }
}
const confirm = async (browser: Visitor, link: string) => browser.submit(await browser.open(link), link)

test('who confirms an address gets a sandbox and is signed in to its portal, where it can be reset and deleted (P-916)', async () => {
  const browser = newVisitor()
  const start = await browser.open('/sign-in')
  expect(start.$('a[href="/sign-up"]').text()).toBe('Try the API in a sandbox')
  const email = newAddress()
  const sent = await ask(browser, email.toUpperCase())
  expect([sent.status, sent.path, sent.title]).toEqual([
    200,
    '/sign-up/sent',
    expect.stringContaining('Look into your mail'),
  ])
  const link = await linkTo(email)
  expect(await sandboxes()).toBe(0)
  const inside = await confirm(browser, link)
  expect([inside.path, inside.text]).toEqual(['/sandbox', expect.stringContaining('40 of at most 200')])
  expect(inside.text).toContain('Nothing here is live')
  expect(inside.source).toContain('Fjord &amp; Fell (sandbox)')
  expect(inside.$('form[action="/sandbox/leave"]')).toHaveLength(0)
  expect(await sandboxes()).toBe(1)

  expect((await browser.open('/integrate')).text).toContain('API_KEY=pk_test_...')
  const minted = await browser.submit(await browser.open('/keys/new'), '/keys/new', {
    ...{ name: 'Try', scopes: ['CvSearch'] },
  })
  expect(minted.source).toMatch(/pk_test_\w{42}/)
  const reset = await browser.submit(await browser.open('/sandbox'), '/sandbox/reset', { confirmed: 'yes' })
  expect(reset.text).toContain('The sandbox begins again.')
  expect((await browser.open('/keys')).text).toContain('Try')

  // No mail about it, to nobody: a person who is added is not invited.
  const added = await browser.submit(await browser.open('/users/new'), '/users/new', {
    ...{ name: 'Bo', email: newAddress(), role: 'Recruiter' },
  })
  expect(added.text).toContain('sign in nowhere')
  const settings = await browser.open('/settings')
  expect(
    settings.$('form[action="/settings/my-mails"], input[name=creditThreshold][type=number]'),
  ).toHaveLength(0)
  expect(settings.text).toContain('No mails about a sandbox are sent')
  const saved = await browser.submit(settings, '/settings/employer', { name: 'Other', timeZone: 'UTC' })
  expect(saved.text).toContain('The settings are saved.')
  expect(mails.mails.flatMap(({ recipients }) => recipients)).toEqual([email])

  // Signed in again later, by mail.
  const later = newVisitor()
  await later.submit(await later.open('/sign-in'), '/sign-in', { email })
  await eventually('the sign-in mail', async () => mailsTo(email).length === 2)
  const signIn = new URL(/http\S+\/sign-in\/mail\/\S+/.exec(mailsTo(email)[1]!.source)![0]).pathname
  expect((await confirm(later, signIn)).text).toContain('Nothing here is live')

  const deleted = await later.submit(await later.open('/sandbox'), '/sandbox/delete', { confirmed: 'yes' })
  expect([deleted.path, deleted.text]).toEqual([
    '/sign-in',
    expect.stringContaining('The sandbox is deleted.'),
  ])
  expect((await browser.open('/keys')).path).toBe('/sign-in?next=%2Fkeys')
  expect(await sandboxes()).toBe(0)
})

test('a link makes one sandbox with many requests at a time, one of them is signed in, and each other one is answered (P-916)', async () => {
  const { browser, email, link } = await asked()
  const before = await sandboxes()
  const page = await browser.open(link)
  const all = await Promise.all(Array.from({ length: 8 }, () => browser.clone().submit(page, link)))
  const outcomes = all.map(({ path, status }) => (path === '/sandbox' ? 'in' : status))
  expect(outcomes.filter((outcome) => outcome === 'in')).toEqual(['in'])
  // 503: a service was slow, and nothing was used up.
  expect(new Set([410, 503, ...outcomes])).toEqual(new Set([410, 503, 'in']))
  expect(await sandboxes()).toBe(before + 1)
  expect((await confirm(browser, link)).title).toContain('This link was used')
  const [row] = await sql()`select email, company_name from sign_up where email is null limit 1`
  expect(row).toEqual({ email: null, companyName: null })
  // Known now: the same page, and a mail that says where to sign in.
  const again = await ask(newVisitor(), email)
  expect(again.path).toBe('/sign-up/sent')
  await eventually('the second mail', async () => mailsTo(email).length === 2)
  expect(mailsTo(email)[1]!.source).toContain('You have an account already')
  expect(mailsTo(email)[1]!.source).not.toContain('/sign-up/')
})

test('two links of one address make one sandbox', async () => {
  const [browser, email] = [newVisitor(), newAddress()]
  await ask(browser, email)
  const first = await linkTo(email)
  await ask(browser, email)
  const second = await linkTo(email, 2)
  const before = await sandboxes()
  const pages = [await browser.open(first), await browser.open(second)]
  await Promise.all([browser.clone().submit(pages[0]!, first), browser.clone().submit(pages[1]!, second)])
  expect(await sandboxes()).toBe(before + 1)
})

test('known and unknown addresses get the same answer', async () => {
  const known = (await system.employerWithUser('Recruiter')).email
  const answers = []
  for (const email of [known, newAddress()]) {
    const browser = newVisitor()
    const page = await browser.open('/sign-up')
    const response = await browser.submit(page, '/sign-up', { companyName: 'Nord', email })
    answers.push([response.status, response.path, response.text])
    await eventually('a mail', async () => mailsTo(email).length === 1)
  }
  expect(answers[0]).toEqual(answers[1])
})

test('opening the link changes nothing; another browser makes the sandbox and is not signed in', async () => {
  const { browser, email, link } = await asked()
  const before = await sandboxes()
  const other = newVisitor()
  await Promise.all([browser.open(link), other.open(link)])
  expect(await sandboxes()).toBe(before)
  const made = await confirm(other, link)
  expect([made.status, made.text]).toEqual([200, expect.stringContaining('Sign in here with the address')])
  expect((await other.open('/sandbox')).path).toBe('/sign-in?next=%2Fsandbox')
  expect(await sandboxes()).toBe(before + 1)
  expect(
    (
      await system.network.services.accounts
        .as({ kind: 'service', service: 'portal' })
        .post('/internal/v1/users/find', { email })
    ).body.users,
  ).toHaveLength(1)
})

test('410: a link ends after an hour, and what was typed is erased', async () => {
  const { browser, email, link } = await asked()
  const page = await browser.open(link)
  const { now } = system.portal.deps
  await sql()`update sign_up set ends_at = ${now()} where email = ${email}`
  const ended = await browser.submit(page, link)
  expect([ended.status, ended.title]).toEqual([410, expect.stringContaining('does not work any more')])
  await deleteEnded(system.portal.deps)
  expect(await sql()`select 1 from sign_up where email = ${email}`).toEqual([])
  expect((await confirm(browser, `${link}x`)).status).toBe(410)
})

test('409: with as many sandboxes as there may be none is made, and the link works once there is room', async () => {
  const { browser, link } = await asked()
  const before = await sandboxes()
  const { sql: accounts } = system.network.services.accounts.deps.db
  await accounts`
    with filler as (
      insert into employer (name, has_active_contract, is_trusted_partner, created_at, version)
      select 'filler', false, false, now(), 1 from generate_series(1, ${MAX_SANDBOXES_FOR_SIGN_UP - before}::int) returning id)
    insert into sandbox (employer_id, id, created_at) select id, -id, '2001-01-01' from filler`
  const full = await confirm(browser, link)
  await accounts`delete from sandbox where id < 0`
  expect([full.status, full.text]).toEqual([409, expect.stringContaining('Ask its operator to delete one')])
  expect((await confirm(browser, link)).path).toBe('/sandbox')
  expect(await sandboxes()).toBe(before + 1)
})

test('422: what is no name and no address is said at its field, and what was typed stays', async () => {
  const browser = newVisitor()
  const page = await browser.open('/sign-up')
  const refused = await browser.submit(page, '/sign-up', { companyName: ' ', email: 'ada at home' })
  expect([refused.status, refused.$('input[name=email]').attr('value')]).toEqual([422, 'ada at home'])
  expect(refused.$('#field-companyName-error').text()).toContain('Enter the name of your company')
  expect(refused.$('#field-email-error').text()).toContain('such as ada@example.com')
})

test('429 and silence: mails of a network and of an address are those of the sign-in, and sandboxes of a network have a limit', async () => {
  const [ip, email] = [newNetwork(), newAddress()]
  const browser = newVisitor(ip)
  const { max } = MAILS_PER_ADDRESS_AND_NETWORK
  for (let n = 0; n < max; n++) await browser.submit(await browser.open('/sign-in'), '/sign-in', { email })
  // Beyond the limit of the address: the same page, and no mail.
  expect((await ask(browser, email)).path).toBe('/sign-up/sent')
  let refused = 200
  for (let n = max + 1; n <= MAILS_PER_NETWORK.max; n++) refused = (await ask(browser, newAddress())).status
  expect([refused, mailsTo(email)]).toEqual([429, []])
  const links = [(await asked()).link, (await asked()).link]
  const before = await sandboxes()
  const one = newNetwork()
  const { deps } = system.portal
  for (let n = 1; n < SIGN_UPS_PER_NETWORK.max; n++) {
    await take(deps, SIGN_UPS_PER_NETWORK, networkOf(one), deps.now())
  }
  const made = await Promise.all(links.map((link) => confirm(newVisitor(one), link)))
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 429])
  expect(made.find(({ status }) => status === 429)!.title).toContain('Too many sandboxes')
  expect(await sandboxes()).toBe(before + 1)
})

test('SIGKILL of the portal between the making of a sandbox and the sign-in: the next click signs in to the same one (P-916)', async () => {
  const { browser, link } = await asked()
  const before = await sandboxes()
  const port = String(await freePort())
  const child = startServiceProcess(
    'portal',
    { databaseUrl: system.portal.databaseUrl, natsUrl: '' },
    {
      ...{ SANDBOX: 'public', SMTP_URL: mails.url, FAILPOINTS: 'sign-up-made', PORTAL_PORT: port },
      ...{ PORTAL_BASE_URL: system.baseUrl, ACCOUNTS_URL: system.network.services.accounts.url },
    },
  )
  await urlOf(child)
  const there = openVisitor(`http://127.0.0.1:${port}`, { cookies: new Map(browser.cookies) })
  const page = await there.open(link)
  await expect(there.submit(page, link)).rejects.toThrow()
  expect(await endOf(child)).toBe('SIGKILL')
  expect(await sandboxes()).toBe(before + 1)
  expect((await confirm(browser, link)).path).toBe('/sandbox')
  expect(await sandboxes()).toBe(before + 1)
}, 120_000)

test('no log names an address', () => {
  expect(lines.join('')).not.toContain('@people.example')
})

test('SANDBOX=public without a mail server does not start, and says so; admins and off offer no sign-up', async () => {
  const required = { DATABASE_URL: 'postgres://x', PORT: '1', CALLER_SECRET: 'x'.repeat(32) }
  const issues = portalEnv.safeParse({ ...required, SANDBOX: 'public' }).error?.issues
  expect(issues).toContainEqual(
    expect.objectContaining({ path: ['SANDBOX'], message: expect.stringContaining('SMTP_URL') }),
  )
  const off = await openPortalSystem({ env: { SANDBOX: 'off', SMTP_URL: mails.url } })
  try {
    expect((await off.visitor().open('/sign-in')).$('a[href="/sign-up"]')).toHaveLength(0)
    const admin = await off.signedIn(await off.employerWithUser('EmployerAdmin'))
    expect((await admin.open('/sign-up')).status).toBe(404)
    const page = await admin.open('/sandbox')
    expect([page.$('form[action="/sandbox/new"]').length, page.text]).toEqual([
      0,
      expect.stringContaining('Nobody can make one on this installation now'),
    ])
  } finally {
    await off.stop()
  }
})

// The last one: candidate stays away.
test('503: while a service is away nothing is used up, and nobody is signed in', async () => {
  const { browser, email, link } = await asked()
  const before = await sandboxes()
  const { candidate } = system.network.services
  await candidate.stop()
  candidate.stop = async () => {}
  expect((await confirm(browser, link)).status).toBe(503)
  expect(await sandboxes()).toBe(before)
  expect(await sql()`select 1 from sign_up where email = ${email}`).toHaveLength(1)
})
