import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { type Network, network } from '@jobboard/testkit/network'
import { bootPortal } from '@jobboard/testkit/portal'
import { retrying } from '@jobboard/testkit/retrying-client'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalDatabase } from '../src/backup/restore-backup.ts'
import { type Databases, openDatabases } from './support/databases.ts'
import { addEmployer, type DemoEmployer, startPublishing } from './support/load.ts'
import { runJobboard } from './support/run-jobboard.ts'

// One installation is backed up under load and restored twice: into empty databases with an empty NATS, and over what
// it has, with the NATS that it had.
let databases: Databases
let nats: Awaited<ReturnType<typeof openNats>>
let net: Network
let dir: string
let employer: DemoEmployer
let minted: string
let revoked: string
let ids: number[]
let portal: Awaited<ReturnType<typeof bootPortal>>

const SECRETS = { WEBHOOK_SECRET_KEY: '0123456789abcdef'.repeat(4) }
const start = (on: Databases, natsUrl: string) => network({ natsUrl, databaseUrl: on.urlOf, env: SECRETS })
const jobboard = (command: string[], on = databases, env: Record<string, string> = {}) =>
  runJobboard(command, { DATABASE_URL: on.template, NATS_URL: nats.url, ...env }, dir)
const startPortal = (on: Databases) => bootPortal(net.services, { databaseUrl: on.urlOf('portal') })
// A busy machine may answer 503.
const as = (apiKey: string) => retrying(net.api(apiKey))
const statusWith = async (apiKey: string) => (await as(apiKey).get('/api/v1/key')).status
const mint = async (name: string) =>
  (await net.admin.post(`/admin/v1/employers/${employer.id}/api-keys`, { name, scopes: ['JobPosting'] })).body

beforeAll(async () => {
  dir = await mkdtemp(`${tmpdir()}/jobboard-backup-`)
  databases = await openDatabases()
  nats = await openNats()
  net = await start(databases, nats.url)
  employer = await addEmployer(net)
  portal = await startPortal(databases)
  const toRevoke = await mint('revoked after the backup')
  revoked = toRevoke.apiKey
  expect(await statusWith(revoked)).toBe(200)

  const load = startPublishing(net, employer)
  await load.after(5)
  const run = await jobboard(['backup', 'one'])
  expect(run.code, run.stderr).toBe(0)
  await load.after(5)
  ids = await load.stop()

  minted = (await mint('minted after the backup')).apiKey
  await net.admin.delete(`/admin/v1/api-keys/${toRevoke.id}`)
  expect(await statusWith(minted)).toBe(200)
  await eventually('the key is refused', async () => (await statusWith(revoked)) === 401)
}, 300_000)
afterAll(async () => {
  await portal?.stop()
  await net?.stop()
  await nats?.stop()
  await databases?.drop()
  await rm(dir, { recursive: true, force: true })
})

async function streamNames(): Promise<string[]> {
  const { host, username, password } = new URL(nats.url)
  const nc = await connect({ servers: host, user: username, pass: decodeURIComponent(password) })
  const names: string[] = []
  for await (const name of (await jetstreamManager(nc)).streams.names()) names.push(name)
  await nc.close()
  return names
}

/** Pairs of job and candidate, as one service has them. */
const applicationsOf = async (on: Databases, name: 'candidate' | 'pipeline') =>
  (
    await on.query<{ job: number; candidate: number }>(
      name,
      'select job_id as job, candidate_id as candidate from application order by 1, 2',
    )
  ).map(({ job, candidate }) => `${job}-${candidate}`)

/** Checks what must hold after every restore. */
async function checkInvariants(on: Databases): Promise<void> {
  await eventually(
    'pipeline has every application of candidate',
    async () =>
      (await applicationsOf(on, 'pipeline')).length === (await applicationsOf(on, 'candidate')).length,
    60_000,
  )
  const applications = await applicationsOf(on, 'candidate')
  expect(await applicationsOf(on, 'pipeline')).toEqual(applications)
  expect(new Set(applications).size).toBe(applications.length)
  const differences = `select employer_id, kind from credit_balance full join
    (select employer_id, kind, sum(amount) as sum from credit_entry group by 1, 2) as s using (employer_id, kind)
    where amount is distinct from sum`
  for (const name of ['jobs', 'search'] as const) expect(await on.query(name, differences)).toEqual([])
  // Each published job was paid once, and each application is of a job that exists.
  const paid = `select cause from credit_entry where amount < 0 order by 1`
  const causes = (await on.query<{ cause: string }>('jobs', paid)).map(({ cause }) => cause)
  const published = `select 'publish-job ' || id as cause from job where status <> 'Draft' order by 1`
  expect(causes).toEqual((await on.query<{ cause: string }>('jobs', published)).map(({ cause }) => cause))
  const jobs = new Set((await on.query<{ id: number }>('jobs', 'select id from job')).map(({ id }) => id))
  expect(applications.filter((pair) => !jobs.has(Number(pair.split('-')[0])))).toEqual([])
  expect(await on.query('jobs', 'select id from dead_letter')).toEqual([])
  expect(await on.query('pipeline', 'select id from dead_letter')).toEqual([])
}

test('backup: complete, readable by its owner only, while every call of the load succeeded', async () => {
  const manifest = JSON.parse(await readFile(join(dir, 'one/manifest.json'), 'utf8'))
  expect(Object.keys(manifest.databases)).toHaveLength(6)
  expect(manifest.notIncluded.join('\n')).toContain(
    'the portal: sessions and sign-ins; everybody signs in again',
  )
  expect((await stat(join(dir, 'one'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(dir, 'one/jobs/job.copy.gz'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dir)).toEqual(['one'])
  const again = await jobboard(['backup', 'one'])
  expect([again.code, again.stdout]).toEqual([1, ''])
  expect(again.stderr).toContain('one exists')
})

test('1: a running job board, tables, and a damaged backup are refused before anything changes', async () => {
  const running = await jobboard(['restore', 'one', '--replace'])
  expect([running.code, running.stdout]).toEqual([1, ''])
  expect(running.stderr).toContain(
    'Stop every service, the gateway and the portal first: docker compose stop',
  )
  expect(await statusWith(employer.apiKey)).toBe(200)

  await net.stop()
  const signedIn = await jobboard(['restore', 'one', '--replace'])
  expect(signedIn.stderr).toContain('portal is running')
  await portal.stop()
  const tables = await jobboard(['restore', 'one'])
  expect(tables.stderr).toContain(
    'has tables. Restore into empty databases, or delete what they have with --replace',
  )
  const file = join(dir, 'one/jobs/job.copy.gz')
  const content = await readFile(file)
  await writeFile(file, content.subarray(0, -1))
  const damaged = await jobboard(['restore', 'one', '--replace'])
  expect(damaged.stderr).toContain('the backup is damaged: jobs/job.copy.gz is not the file that was written')
  await writeFile(file, content)
  expect(await databases.query('jobs', 'select id from job')).not.toEqual([])
  await rm(join(dir, 'one.partial'), { recursive: true, force: true })
  const none = await jobboard(['restore', '.'])
  expect(none.stderr).toContain('is no complete backup: it has no manifest.json')
})

test('restored into empty databases with an empty NATS: all invariants hold, newer keys are 401, no id comes back', async () => {
  const empty = await openDatabases()
  const emptyNats = await openNats()
  try {
    const run = await jobboard(['restore', 'one'], empty, { NATS_URL: emptyNats.url })
    expect(run.code, run.stderr).toBe(0)
    expect(run.stdout).toMatch(/^restored the backup of \d{4}-.*; start the services, then run doctor\n$/)
    net = await start(empty, emptyNats.url)
    expect(await statusWith(employer.apiKey)).toBe(200)
    expect(await statusWith(minted)).toBe(401)
    // NATS had the only record of the revocation, and it is lost: the guide says to revoke such keys again.
    expect(await statusWith(revoked)).toBe(200)
    await checkInvariants(empty)
    const next = await as(employer.apiKey).post('/api/v1/jobs', employer.job)
    expect(next.status).toBe(201)
    expect(ids).not.toContain(next.body.id)
    expect(next.body.id).toBeGreaterThan(Math.max(...ids))
    await net.stop()
  } finally {
    await emptyNats.stop()
    await empty.drop()
  }
}, 300_000)

test('restored with --replace and the NATS that it had: a key revoked after the backup stays revoked; the portal ends all sessions (P-218)', async () => {
  await databases.query(
    'portal',
    `insert into used_link values ('nonce', now() + interval '1 hour');
    insert into identity values ('https://id.example.com', 'subject', 'user', 1, now());
    insert into session (token_hash, person_kind, person_id, person, signed_in_by, user_agent, created_at, last_used_at)
    values ('\\x00', 'user', 1, '{}', 'link', '', now(), now())`,
  )
  const run = await jobboard(['restore', 'one', '--replace'])
  expect(run.code, run.stderr).toBe(0)
  const left = `select (select count(*)::int from session) as sessions, (select count(*)::int from identity) as identities,
    (select count(*)::int from used_link) as links`
  expect(await databases.query('portal', left)).toEqual([{ sessions: 0, identities: 0, links: 1 }])
  expect(run.stderr).toContain('NATS: deleted EVT_ACCOUNTS, EVT_CANDIDATE, EVT_JOBS')
  const streams = await streamNames()
  expect(streams.filter((name) => /^(EVT|STATE)_/.test(name))).toEqual([])
  expect(streams.filter((name) => name.startsWith('KV_'))).not.toEqual([])
  net = await start(databases, nats.url)
  await eventually('the minted key is refused', async () => (await statusWith(minted)) === 401)
  await eventually('the revoked key is refused', async () => (await statusWith(revoked)) === 401)
  expect(await statusWith(employer.apiKey)).toBe(200)
  await checkInvariants(databases)
  portal = await startPortal(databases)
  expect((await jobboard(['backup'])).code).toBe(0)
}, 300_000)

test('an installation without a portal has no database of it, which is no error (P-218)', async () => {
  expect(await openPortalDatabase(databases.template.replace('{service}', 'none'))).toBeUndefined()
  await expect(openPortalDatabase('postgres://postgres@127.0.0.1:9/portal')).rejects.toThrow(
    'cannot connect to the database of portal',
  )
})
