import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upstreamNames } from '@jobboard/contracts/services'
import { type Network, network } from '@jobboard/network/network'
import { root } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Finding } from '../src/doctor/finding.ts'
import { type Databases, openDatabases } from './support/databases.ts'
import { runJobboard } from './support/run-jobboard.ts'

// Each test breaks one thing of a running system, and repairs it.
let databases: Databases
let nats: Awaited<ReturnType<typeof openNats>>
let net: Network
let dir: string
let env: Record<string, string>

beforeAll(async () => {
  dir = await mkdtemp(`${tmpdir()}/jobboard-doctor-`)
  databases = await openDatabases()
  nats = await openNats()
  net = await network({ natsUrl: nats.url, databaseUrl: databases.urlOf })
  const urls = upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, net.services[name].url])
  env = {
    ADMIN_URL: net.gateway.adminUrl,
    ADMIN_TOKEN: net.adminToken,
    DATABASE_URL: databases.template,
    ...Object.fromEntries(urls),
  }
}, 180_000)
afterAll(async () => {
  await net?.stop()
  await nats?.stop()
  await databases?.drop()
  await rm(dir, { recursive: true, force: true })
})

const doctor = (args: string[] = [], more: Record<string, string> = {}) =>
  runJobboard(['doctor', '--data', '.', ...args], { ...env, ...more }, dir)

/** What doctor finds, but for what is well and the disk of this machine. */
async function findings(
  more: Record<string, string> = {},
): Promise<{ code: number | null; found: Finding[] }> {
  const { code, stdout, stderr } = await doctor(['--json'], more)
  expect(stderr).toBe('')
  const all = (JSON.parse(stdout) as { findings: Finding[] }).findings
  return { code, found: all.filter(({ level, check }) => level !== 'ok' && check !== 'disk') }
}

/** Expects exactly this finding, with advice and a page that exists. */
async function expectFinding(check: string, level: 'warn' | 'fail', what: RegExp, more = {}): Promise<void> {
  const { code, found } = await findings(more)
  expect(found.map((finding) => [finding.check, finding.level])).toContainEqual([check, level])
  const finding = found.find((each) => each.check === check && what.test(each.what))!
  expect(finding, JSON.stringify(found)).toBeDefined()
  expect(finding.advice).toMatch(/\S/)
  if (finding.runbook) await readFile(join(root, 'docs/runbooks', finding.runbook))
  expect(code).toBeGreaterThanOrEqual(level === 'fail' ? 2 : 1)
}

/** On a busy machine a check of the gateway can time out. */
async function expectHealthy(): Promise<void> {
  let found: Finding[] = []
  await eventually('doctor finds nothing', async () => {
    found = (await findings()).found
    return found.length === 0
  }).catch(() => expect(found).toEqual([]))
}

test('a healthy system has no finding; what is not reachable is listed as not checked', async () => {
  await expectHealthy()
  const text = await doctor()
  for (const check of ['ledger: every credit balance', 'keys: ', 'clocks: ', 'search index: '])
    expect(text.stdout).toContain(`ok    ${check}`)
  expect(text.stdout).toContain('not checked: secrets: there is no .env')
  const none = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, '']))
  const alone = await doctor([], { ...none, DATABASE_URL: '' })
  expect(alone.stdout).toContain('not checked: streams, outboxes and consumers')
  expect(alone.stdout).toContain('not checked: ledger and search index')
})

test('2: the gateway does not respond', () =>
  expectFinding('gateway', 'fail', /does not respond: ECONNREFUSED/, { ADMIN_URL: 'http://127.0.0.1:9' }))

test('2: the admin token is wrong', () =>
  expectFinding('admin api', 'fail', /token is not accepted/, { ADMIN_TOKEN: 'another-token' }))

test('2: a service does not respond', () =>
  expectFinding('services', 'fail', /jobs at http:\/\/127.0.0.1:9 does not respond/, {
    JOBS_URL: 'http://127.0.0.1:9',
  }))

test('2: the databases cannot be reached', () =>
  expectFinding('database', 'fail', /cannot connect to the database of/, {
    DATABASE_URL: 'postgres://postgres:x@127.0.0.1:9/{service}',
  }))

test('1: a consumer has dead letters', async () => {
  await databases.query(
    'pipeline',
    `insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error,
      attempts) select 'pipeline_job', gen_random_uuid(), 'evt.jobs.job.created.v1', '1', 1, now(), '{}', 'Error', 8`,
  )
  await expectFinding('dead letters', 'warn', /job of pipeline has 1/)
  await databases.query('pipeline', 'delete from dead_letter')
})

test('2: a balance is not the sum of its entries', async () => {
  await databases.query('jobs', `insert into credit_balance values (7, 'JobPosting', 3)`)
  await expectFinding('ledger', 'fail', /JobPosting balance of employer 7 is 3, its entries add up to 0/)
  await databases.query('jobs', 'delete from credit_balance where employer_id = 7')
})

test('1: the search index lacks profiles', async () => {
  const profile = `insert into candidate (id, version, is_searchable, last_active_at, profile)
    select id, 1, true, now(), '{}' from generate_series(1000, 1200) as id`
  await databases.query('search', profile)
  await expectFinding('search profiles', 'warn', /search has 201 searchable profiles, candidate 0/)
  await databases.query('search', 'delete from candidate where id >= 1000')
})

test('2: an event stream does not exist', async () => {
  const { host, username, password } = new URL(nats.url)
  const nc = await connect({ servers: host, user: username, pass: decodeURIComponent(password) })
  const jsm = await jetstreamManager(nc)
  await jsm.streams.delete('EVT_WEBHOOK')
  // Has the subjects, so that no service can create the stream again.
  await jsm.streams.add({ name: 'OTHER', subjects: ['evt.webhook.>'] })
  await expectFinding('streams', 'fail', /the event stream of webhook does not exist/)
  await jsm.streams.delete('OTHER')
  await nc.close()
})

test('2: published, short, repeated and missing secrets, and a readable file', async () => {
  const file = join(dir, '.env')
  expect((await runJobboard(['init'], {}, dir)).code).toBe(0)
  await expectHealthy()
  const good = await readFile(file, 'utf8')
  const set = (name: string, value: string) =>
    good.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`)
  const other = /^CALLER_SECRET=(.*)$/m.exec(good)![1]!
  for (const [level, text, what] of [
    ['fail', set('NATS_PASSWORD', 'development-only'), /NATS_PASSWORD is a published value/],
    ['fail', set('WEBHOOK_SECRET_KEY', '0'.repeat(64)), /WEBHOOK_SECRET_KEY is a published value/],
    ['fail', set('WEBHOOK_ALLOW_PRIVATE', 'true'), /WEBHOOK_ALLOW_PRIVATE=true is not allowed/],
    ['fail', set('ADMIN_TOKEN', ''), /does not set ADMIN_TOKEN/],
    ['warn', set('JOBS_DB_PASSWORD', 'hunter2'), /JOBS_DB_PASSWORD has fewer than 24 characters/],
    ['warn', set('ADMIN_TOKEN', other), /has the value of/],
    ['warn', set('ADMIN_TOKEN', 'a'.repeat(40)), /ADMIN_TOKEN repeats few characters/],
    ['warn', set('NODE_ENV', 'development'), /NODE_ENV is not production/],
  ] as const) {
    await writeFile(file, text)
    await expectFinding('secrets', level, what)
  }
  await writeFile(file, good)
  await chmod(file, 0o644)
  await expectFinding('secrets', 'warn', /can be read by other users/)
  const { stdout } = await doctor()
  expect(stdout).not.toContain(other)
  await rm(file)
}, 180_000)

test('2: NATS is down: services are not connected, and a new key is not published', async () => {
  const { body } = await net.admin.post('/admin/v1/employers', { name: 'Nordlys', isTrustedPartner: true })
  await nats.stop()
  await net.admin.post(`/admin/v1/employers/${body.id}/api-keys`, { name: 'a', scopes: ['JobPosting'] })
  await expectFinding('keys', 'warn', /1 keys of accounts are not published/)
  await expectFinding('nats', 'fail', /accounts is not connected/)
  await expectFinding('gateway', 'warn', /does not reach .*nats/)
})
