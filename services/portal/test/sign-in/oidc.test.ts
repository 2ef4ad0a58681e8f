import { freePort } from '@jobboard/stack/infra/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalEnv } from '../../src/env.ts'
import { bindAccount } from '../../src/sign-in/oidc/provider.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { openSignInProvider, type SignInProvider } from '../support/sign-in-provider.ts'
import type { Visitor } from '../support/visitor.ts'

let system: PortalSystem
let provider: SignInProvider
beforeAll(async () => {
  const port = String(await freePort())
  const baseUrl = `http://127.0.0.1:${port}`
  provider = await openSignInProvider(baseUrl)
  system = await openPortalSystem({
    env: { ...provider.env, PORTAL_PORT: port, PORTAL_BASE_URL: baseUrl },
  })
})
afterAll(async () => {
  await system?.stop()
  await provider?.stop()
})

/** Goes to the provider, and comes back as the account that it uses. */
async function signIn(browser: Visitor, path = '/sign-in/oidc') {
  const left = await browser.open(path)
  return browser.open(await provider.signIn(left.redirects.at(-1)!.to))
}
const isSignedIn = async (browser: Visitor) => (await browser.open('/account')).path === '/account'

test('503: the portal starts without its provider, says so, and asks again', async () => {
  const browser = system.visitor()
  const link = (await browser.open('/sign-in?next=%2Faccount')).$('a[href^="/sign-in/oidc"]')
  expect([link.text(), link.attr('href')]).toEqual(['Sign in with Fjord ID', '/sign-in/oidc?next=%2Faccount'])
  const page = await browser.open('/sign-in/oidc')
  expect([page.status, page.title]).toEqual([503, expect.stringContaining('Fjord ID cannot be reached')])
  await provider.start()
  const person = await system.employerWithUser('EmployerAdmin')
  provider.use({ subject: 'first', email: person.email.toUpperCase(), isVerified: true })
  const account = await signIn(browser, link.attr('href'))
  expect([account.path, account.text]).toEqual(['/account', expect.stringContaining(person.name)])
  expect(account.text).toContain('Sign-in provider')
})

test('the account stays bound to its person, whatever address it has later', async () => {
  const person = await system.employerWithUser('Recruiter')
  const other = await system.employerWithUser('Recruiter')
  provider.use({ subject: 'bound', email: person.email, isVerified: true })
  await signIn(system.visitor())
  provider.use({ subject: 'bound', email: 'new@people.example', isVerified: false })
  const browser = system.visitor()
  await signIn(browser)
  expect((await browser.open('/account')).text).toContain(person.employerName)
  // The address of somebody else who has an account of the provider opens nothing.
  provider.use({ subject: 'thief', email: person.email, isVerified: true })
  const thief = system.visitor()
  const refused = await signIn(thief)
  expect([refused.status, await isSignedIn(thief)]).toEqual([403, false])
  expect(other.id).not.toBe(person.id)
})

test('403: an address that the provider does not confirm, or that nobody has', async () => {
  const person = await system.employerWithUser('Recruiter')
  for (const account of [
    { subject: 'liar', email: person.email, isVerified: false },
    { subject: 'stranger', email: 'stranger@people.example', isVerified: true },
  ]) {
    provider.use(account)
    const browser = system.visitor()
    const page = await signIn(browser)
    expect([page.status, await isSignedIn(browser)]).toEqual([403, false])
    expect(page.text).toContain('Fjord ID does not confirm it')
  }
})

test('several persons with the address choose, and the account is bound to the chosen one', async () => {
  const one = await system.employerWithUser('Recruiter')
  const two = await system.employerWithUser('EmployerAdmin', { email: one.email })
  provider.use({ subject: 'both', email: one.email, isVerified: true })
  const browser = system.visitor()
  const choice = await signIn(browser, '/sign-in/oidc?next=/account')
  expect([choice.path, choice.$('input[type=radio]').length]).toEqual(['/sign-in/choose', 2])
  const page = await browser.submit(choice, '/sign-in/choose', { person: `user ${two.id}` })
  expect([page.path, page.text]).toEqual(['/account', expect.stringContaining('EmployerAdmin')])
  const bound = await system.portal.deps.db.sql`select person_id from identity where subject = 'both'`
  expect(bound).toEqual([{ personId: two.id }])
  // Another account with the address is not offered the person who is bound already.
  provider.use({ subject: 'namesake', email: one.email, isVerified: true })
  const namesake = system.visitor()
  const account = await signIn(namesake, '/sign-in/oidc?next=/account')
  expect([account.path, account.text]).toEqual(['/account', expect.stringContaining('Recruiter')])
})

test('a response of the provider works once, within 10 minutes, in the browser that began', async () => {
  const person = await system.employerWithUser('Recruiter')
  provider.use({ subject: 'once', email: person.email, isVerified: true })
  const browser = system.visitor()
  const begin = async () => provider.signIn((await browser.open('/sign-in/oidc')).redirects.at(-1)!.to)
  const back = await begin()
  const other = system.visitor()
  await other.open('/sign-in')
  expect([(await other.open(back)).status, await isSignedIn(other)]).toEqual([403, false])
  const twice = await Promise.all([1, 2, 3, 4].map(() => browser.clone().open(back)))
  expect(twice.filter(({ status }) => status === 200)).toHaveLength(1)
  const forged = back.replace(/code=[^&]+/, 'code=forged')
  expect((await browser.open(forged)).status).toBe(403)
  const late = await begin()
  system.advance(10 * 60_000)
  expect((await browser.open(late)).status).toBe(403)
  const cancelled = (await begin()).replace(/code=[^&]+/, 'error=access_denied')
  expect((await browser.open(cancelled)).title).toContain('Fjord ID did not sign you in')
})

test('one account of a provider is bound to a person, with many at a time', async () => {
  const person = await system.employerWithUser('Recruiter')
  const { sql } = system.portal.deps.db
  const accounts = Array.from({ length: 10 }, (_, index) => ({ issuer: 'i', subject: `s${index}` }))
  const bound = await Promise.all(accounts.map((account) => bindAccount(sql, account, person, new Date())))
  expect(bound.filter(Boolean)).toHaveLength(1)
})

test('the account of a removed person is forgotten', async () => {
  const person = await system.employerWithUser('Recruiter')
  provider.use({ subject: 'removed', email: person.email, isVerified: true })
  await signIn(system.visitor())
  const { sql } = system.portal.deps.db
  expect(await sql`select 1 from identity where subject = 'removed'`).toHaveLength(1)
  await system.admin.delete(`/admin/v1/employers/${person.employerId}/users/${person.id}`)
  expect((await signIn(system.visitor())).status).toBe(403)
  expect(await sql`select 1 from identity where subject = 'removed'`).toHaveLength(0)
})

test('the environment of the provider is complete, and http only for one on this machine', () => {
  const parse = (env: Record<string, string>) => {
    const base = { NODE_ENV: 'test', DATABASE_URL: 'postgres://db/portal', CALLER_SECRET: 'x'.repeat(40) }
    return portalEnv.safeParse({ ...base, ...env }).error?.issues.map(({ message }) => message) ?? []
  }
  expect(parse({ ...provider.env })).toEqual([])
  expect(parse({ OIDC_ISSUER: provider.issuer })).toEqual([expect.stringContaining('must be set together')])
  expect(parse({ ...provider.env, OIDC_ISSUER: 'http://id.example' })).toEqual([
    expect.stringContaining('must begin with https://'),
  ])
  expect(parse({ ...provider.env, OIDC_ISSUER: 'https://id.example' })).toEqual([])
  expect(parse({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1' })).toEqual([])
  expect(parse({ TRUSTED_PROXIES: '2' })).toEqual([])
  for (const wrong of ['proxy', '-1', '10', '1.5', '1,2'])
    expect(parse({ TRUSTED_PROXIES: wrong })).toEqual([
      expect.stringContaining('must be a number of proxies'),
    ])
})
