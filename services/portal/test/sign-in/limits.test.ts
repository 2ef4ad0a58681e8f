import { identifier } from '@jobboard/db/sql'
import { openLog } from '@jobboard/service/lifecycle/log'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { portalEnv, trustedProxies } from '../../src/env.ts'
import { networkOf } from '../../src/http/pace.ts'
import { deleteEnded } from '../../src/portal.ts'
import { CODES_PER_ADDRESS, MAILS_PER_NETWORK, subjectOf, take } from '../../src/sign-in/limit.ts'
import { openQueue } from '../../src/sign-in/sign-in.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { openVisitor } from '../support/visitor.ts'

const QUARTER_MS = 15 * 60_000

let mails: MailServer
let system: PortalSystem
const lines: string[] = []
let replicaUrl: string
beforeAll(async () => {
  mails = await startMailServer()
  // The tests are the proxy: each visitor comes from a network of its own.
  const log = openLog('portal', 'debug', { write: (line: string) => void lines.push(line) })
  system = await openPortalSystem({ env: { SMTP_URL: mails.url, TRUSTED_PROXIES: '127.0.0.1' }, log })
  replicaUrl = (await system.replica()).pagesUrl
})
afterAll(async () => {
  await system?.stop()
  await mails?.stop()
})

let networks = 0
const newNetwork = () => `10.1.${Math.floor(networks / 250)}.${(networks++ % 250) + 1}`
/** Asks for a mail to an address; the path of the page that says so. */
const askFrom = async (ip: string, email: string, url?: string) => {
  const browser = visitorFrom(ip, url)
  return (await browser.submit(await browser.open('/sign-in'), '/sign-in', { email })).path
}
const visitorFrom = (ip: string, url = system.portal.pagesUrl) =>
  openVisitor(url, { headers: { 'x-forwarded-for': ip } })
const mailsTo = (email: string) => mails.mails.filter(({ recipients }) => recipients.includes(email)).length

/** Statements of the portal while `work` runs, up to its response. */
async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; texts: string[] }> {
  const db = system.portal.deps.db as {
    sql: (text: TemplateStringsArray, ...values: unknown[]) => Promise<unknown>
  }
  const texts: string[] = []
  const { sql } = db
  db.sql = (text, ...values) => {
    texts.push(text.join('?'))
    return sql(text, ...values)
  }
  try {
    return { result: await work(), texts }
  } finally {
    db.sql = sql
  }
}

test('an unknown address gets the same bytes, after the same statements, and no mail (P-447)', async () => {
  const { email } = await system.employerWithUser('Recruiter')
  const { deps } = system.portal
  const { call } = deps
  const gate = Promise.withResolvers<void>()
  const waiting: string[] = []
  // No look-up ends before all responses are there.
  deps.call = Object.assign(
    async (...args: Parameters<typeof call>) => {
      waiting.push(args[0].name)
      await gate.promise
      return call(...args)
    },
    { close: call.close },
  ) as typeof call
  onTestFinished(() => {
    gate.resolve()
    deps.call = call
  })
  const responses = []
  for (const address of ['nobody@people.example', 'ada@people.example', email]) {
    const browser = visitorFrom(newNetwork())
    const form = await browser.open('/sign-in')
    const { $ } = form
    responses.push(
      await statementsOf(async () => {
        const response = await fetch(`${system.portal.pagesUrl}/sign-in`, {
          method: 'POST',
          redirect: 'manual',
          // A response that waits for the look-up never comes.
          signal: AbortSignal.timeout(10_000),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'same-origin',
            'x-forwarded-for': newNetwork(),
            cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
          body: new URLSearchParams({
            email: address,
            next: '/',
            csrf: $('input[name=csrf]').attr('value')!,
          }),
        })
        const binding = [...browser.cookies.values()][0]!
        const headers = [...response.headers].filter(([name]) => name !== 'date')
        return [
          response.status,
          await response.text(),
          JSON.stringify(headers).replaceAll(binding, 'BINDING'),
        ]
      }),
    )
  }
  const [unknown, other, known] = responses
  expect(known!.result[0]).toBe(303)
  expect(unknown!.result).toEqual(known!.result)
  expect(other!.result).toEqual(known!.result)
  expect(known!.texts.map((text) => text.trim().split(/\s+/).slice(0, 3).join(' '))).toEqual([
    'insert into sign_in_limit',
    'insert into sign_in_limit',
    'insert into sign_in_limit',
    'insert into sign_in_mail',
  ])
  expect(unknown!.texts).toEqual(known!.texts)
  expect(other!.texts).toEqual(known!.texts)
  await eventually('the look-ups', async () => waiting.length === 3)
  expect(mailsTo(email)).toBe(0)
  gate.resolve()
  await eventually('the mail', async () => mailsTo(email) === 1)
  expect(mails.mails.flatMap(({ recipients }) => recipients)).toEqual([email])
})

test('codes for an unknown address are refused with the same bytes, after the same statements', async () => {
  const { email } = await system.employerWithUser('Recruiter')
  const outcomes = []
  for (const address of [email, 'somebody@people.example']) {
    const browser = visitorFrom(newNetwork())
    const page = await browser.submit(await browser.open('/sign-in'), '/sign-in', { email: address })
    if (address === email) await eventually('the mail', async () => mailsTo(email) === 1)
    const enter = async () => {
      const { status, source } = await browser.submit(page, '/sign-in/code', { code: '12345678' })
      return [status, source.replaceAll(/value="[\w-]{20,}"/g, '')]
    }
    const tries = []
    for (let i = 0; i < 6; i++) tries.push(await statementsOf(enter))
    outcomes.push(tries)
  }
  expect(outcomes[0]!.map(({ result: [status] }) => status)).toEqual([422, 422, 422, 422, 422, 410])
  expect(outcomes[1]).toEqual(outcomes[0])
})

test('20 mails of an address within 15 minutes, exactly, with many at a time at two processes', async () => {
  const { email } = await system.employerWithUser('Recruiter')
  const ask = (url: string) => askFrom(newNetwork(), email, url)
  const urls = [system.portal.pagesUrl, replicaUrl]
  const paths = await Promise.all(Array.from({ length: 24 }, (_, index) => ask(urls[index % 2]!)))
  expect(new Set(paths)).toEqual(new Set(['/sign-in/code']))
  await eventually('the mails', async () => mailsTo(email) >= 20)
  system.advance(QUARTER_MS - 60_000)
  await ask(urls[0]!)
  system.advance(60_001)
  await ask(urls[1]!)
  await eventually('a mail after 15 minutes', async () => mailsTo(email) >= 21)
  expect(mailsTo(email)).toBe(21)
})

test('5 of them for one network: who asks for mails to an address keeps its owner elsewhere from none (P-448)', async () => {
  const { email } = await system.employerWithUser('Recruiter')
  const stranger = newNetwork()
  const urls = [system.portal.pagesUrl, replicaUrl]
  await Promise.all(Array.from({ length: 25 }, (_, index) => askFrom(stranger, email, urls[index % 2]!)))
  await eventually('the mails', async () => mailsTo(email) >= 5)
  await askFrom(newNetwork(), email)
  await eventually('the mail of the owner', async () => mailsTo(email) >= 6)
  expect(mailsTo(email)).toBe(6)
})

test('429: 30 mails of a network within 15 minutes, exactly, with many at a time at two processes', async () => {
  const ip = newNetwork()
  const ask = async (index: number) => {
    const browser = visitorFrom(ip, index % 2 ? replicaUrl : system.portal.pagesUrl)
    const page = await browser.submit(await browser.open('/sign-in'), '/sign-in', {
      email: `n${index}@people.example`,
    })
    return page.status
  }
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(index)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  const other = visitorFrom(newNetwork())
  const page = await other.submit(await other.open('/sign-in'), '/sign-in', { email: 'n@people.example' })
  expect(page.path).toBe('/sign-in/code')
})

test('one proxy is believed where the address is https, else none, unless TRUSTED_PROXIES says another number (P-448)', () => {
  const believed = (env: Record<string, string>) => {
    const base = { NODE_ENV: 'test', DATABASE_URL: 'postgres://db/portal', CALLER_SECRET: 'x'.repeat(40) }
    const proxies = trustedProxies(portalEnv.parse({ ...base, ...env }))
    return Array.isArray(proxies) ? proxies : [0, 1, 2].filter((hop) => proxies('10.0.0.1', hop)).length
  }
  const PORTAL_BASE_URL = 'https://portal.example.com'
  expect([
    believed({}),
    believed({ PORTAL_BASE_URL }),
    believed({ PORTAL_BASE_URL, TRUSTED_PROXIES: '2' }),
    believed({ PORTAL_BASE_URL, TRUSTED_PROXIES: '0' }),
    believed({ TRUSTED_PROXIES: '10.0.0.7, 2001:db8::1' }),
  ]).toEqual([0, 1, 2, 0, ['10.0.0.7', '2001:db8::1']])
})

test.each([
  [undefined, '127.0.0.1'],
  ['0', '127.0.0.1'],
  ['1', '10.9.9.9'],
  ['2', '10.8.8.8'],
])('with TRUSTED_PROXIES %s a mail counts for %s, whatever stands before', async (proxies, network) => {
  const own = await openPortalSystem({
    env: { SMTP_URL: mails.url, ...(proxies !== undefined && { TRUSTED_PROXIES: proxies }) },
  })
  onTestFinished(() => own.stop())
  for (let client = 1; client <= 3; client++) {
    const headers = { 'x-forwarded-for': `192.0.2.${client}, 10.8.8.8, 10.9.9.9` }
    const browser = openVisitor(own.portal.pagesUrl, { headers })
    await browser.submit(await browser.open('/sign-in'), '/sign-in', { email: `a${client}@people.example` })
  }
  const { db, env } = own.portal.deps
  const counted = await db.sql<{ count: number }>`
    select cardinality(taken_at) as count from sign_in_limit
    where subject_hash = ${subjectOf(env, MAILS_PER_NETWORK, network)}`
  expect(counted).toEqual([{ count: 3 }])
})

test('a limit slides: a place is free when the oldest of its window has passed', async () => {
  const { deps } = system.portal
  const limit = { ...CODES_PER_ADDRESS, max: 2, windowMs: 1_000 }
  const at = (ms: number) => take(deps, limit, 'subject', new Date(Date.UTC(2030, 0, 1) + ms))
  const admitted = []
  for (const ms of [0, 400, 999, 1_000, 1_001, 1_399, 1_400]) admitted.push(await at(ms))
  expect(admitted).toEqual([true, true, false, true, false, false, true])
  await deps.db.sql`delete from sign_in_limit where subject_hash = ${subjectOf(deps.env, limit, 'subject')}`
})

test('the network of an address is the IPv4 address or the /64', () => {
  const networks = [
    '10.0.0.1',
    '::ffff:10.0.0.1',
    '2001:db8:0:1:2::3',
    '2001:DB8:0:1::',
    '::1',
    'fe80::1%eth0',
  ]
  expect(networks.map(networkOf)).toEqual([
    '10.0.0.1',
    '10.0.0.1',
    '2001:db8:0:1::/64',
    '2001:db8:0:1::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
  ])
})

test('a queue runs a few at a time, refuses what is too much and continues after an error', async () => {
  const errors: unknown[] = []
  const queue = openQueue(2, 2, (error) => errors.push(error))
  const started: number[] = []
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const add = (index: number) =>
    queue.add(async () => {
      started.push(index)
      await gates[index]!.promise
    })
  expect([add(0), add(1), add(2), add(3), queue.add(async () => {})]).toEqual([true, true, true, true, false])
  expect(started).toEqual([0, 1])
  gates[0]!.reject(new Error('failed'))
  for (const { resolve } of gates.slice(1)) resolve()
  await queue.drained()
  expect([started, errors]).toEqual([[0, 1, 2, 3], [new Error('failed')]])
  await queue.drained()
})

test('neither addresses nor tokens are stored (P-455)', async () => {
  const { email } = await system.employerWithUser('Recruiter')
  const browser = visitorFrom(newNetwork())
  await browser.submit(await browser.open('/sign-in'), '/sign-in', { email })
  await eventually('the mail', async () => mailsTo(email) === 1)
  const { source } = mails.mails.at(-1)!
  const token = /sign-in\/mail\/(\S+)/.exec(source)![1]!
  const code = /(\d{4}) (\d{4})\n/.exec(source)!.slice(1).join('')
  await browser.submit(await browser.open('/sign-in/code'), '/sign-in/code', { code })
  const session = [...browser.cookies].find(([name]) => name.includes('session'))![1]
  const rows = await system.portal.deps.db.sql<{ row: string }>`
    select t::text as row from sign_in_mail t union all select t::text from sign_in_limit t
    union all select t::text from session t`
  expect(rows.length).toBeGreaterThan(2)
  const stored = rows.map(({ row }) => row).join('\n')
  const bytes = [token, session].map((text) => Buffer.from(text).toString('hex'))
  expect([email, token, code, session, ...bytes].filter((part) => stored.includes(part))).toEqual([])
})

test('a mail that fails is counted and logged, without the address and what the mail says', async () => {
  const { email } = await system.employerWithUser('Recruiter')
  mails.behave('refuse')
  const browser = visitorFrom(newNetwork())
  await browser.submit(await browser.open('/sign-in'), '/sign-in', { email })
  const isLogged = () => lines.some((line) => line.includes('a sign-in mail was not sent'))
  await eventually('the log line', async () => isLogged())
  mails.behave('take')
  const all = lines.join('')
  expect(all).toContain('the server responded 550')
  expect(
    [email, email.split('@')[0]!, `${system.baseUrl}/sign-in/mail/`].filter((part) => all.includes(part)),
  ).toEqual([])
  const metrics = await (await fetch(`${system.portal.url}/metrics`)).text()
  expect(metrics).toMatch(/^portal_sign_in_mails_total\{result="failed"\} 1$/m)
})

test('what has ended is deleted', async () => {
  const { sql } = system.portal.deps.db
  const tables = ['sign_in_mail', 'sign_in_limit', 'sign_in_choice', 'used_link', 'oidc_attempt']
  const count = async () => {
    const counts = tables.map(async (table) => (await sql`select 1 from ${identifier(table)}`).length)
    return Promise.all(counts)
  }
  const endsAt = new Date(system.portal.deps.now().getTime() + 60 * 60_000)
  await sql`
    insert into sign_in_choice (binding_hash, persons, signed_in_by, next, ends_at)
    values ('a', '[]', 'email', '/', ${endsAt})`
  await sql`insert into used_link (nonce, ends_at) values ('a', ${endsAt})`
  await sql`
    insert into oidc_attempt (state_hash, binding_hash, nonce, code_verifier, next, ends_at)
    values ('a', 'a', 'a', 'a', '/', ${endsAt})`
  expect(Math.min(...(await count()))).toBeGreaterThan(0)
  system.advance(2 * 60 * 60_000)
  await deleteEnded(system.portal.deps)
  expect(await count()).toEqual([0, 0, 0, 0, 0])
})
