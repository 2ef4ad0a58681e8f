import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Databases, openDatabases } from './support/databases.ts'
import { addEmployer, startPublishing } from './support/load.ts'
import { runJobboard } from './support/run-jobboard.ts'

// One installation with jobs and a candidate; each test takes a backup of what it made of the databases, and drills.
let databases: Databases
let net: Network
let dir: string
let candidateId: number

const jobboard = (...command: string[]) => runJobboard(command, { DATABASE_URL: databases.template }, dir)
async function takeAndDrill() {
  const taken = await jobboard('backup')
  expect(taken.code, taken.stderr).toBe(0)
  // Names have seconds.
  return jobboard('drill')
}

beforeAll(async () => {
  dir = await mkdtemp(`${tmpdir()}/jobboard-drill-`)
  databases = await openDatabases()
  net = await network({ databaseUrl: databases.urlOf })
  const load = startPublishing(net, await addEmployer(net, { candidates: 3 }))
  await load.after(3)
  await load.stop()
  const created = await net.admin.post('/admin/v1/candidates', {
    ...{ firstName: 'Robin', lastName: 'Vik', email: 'robin.vik@example.com', isSearchable: true },
  })
  candidateId = created.body.id
  expect(candidateId).toBeGreaterThan(0)
}, 300_000)
afterAll(async () => {
  await net?.stop()
  await databases?.drop()
  await rm(dir, { recursive: true, force: true })
})

const newestFolder = async () =>
  join(
    dir,
    'backups',
    (await readdir(join(dir, 'backups')))
      .filter((name) => name.endsWith('Z'))
      .sort()
      .at(-1)!,
  )
const leftOver = () =>
  databases.query<{ datname: string }>(
    'jobs',
    `select datname from pg_database where datname like '%jobboard_drill_%'`,
  )

test('exit code 0: the newest backup is restored beside the running system, checked, and dropped (P-632)', async () => {
  const { code, stdout, stderr } = await takeAndDrill()
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/^ok {4}restore: \d+ tables with \d+ rows/m)
  expect(stdout).toContain('ok    ledger: every credit balance is the sum of its entries')
  expect(stdout).toContain('ok    erasures: no erased candidate is in the backup')
  expect(stdout).toMatch(/^recovery point \d+ s, recovery time \d+ s$/m)
  const metrics = await readFile(join(dir, 'backups', 'drill.prom'), 'utf8')
  expect(metrics).toMatch(/^jobboard_drill_ok 1$/m)
  expect(metrics).toMatch(/^jobboard_drill_recovery_point_seconds \d/m)
  expect(metrics).toMatch(/^jobboard_drill_recovery_time_seconds \d/m)
  expect(await leftOver()).toEqual([])
  expect((await net.admin.get(`/admin/v1/candidates/${candidateId}`)).status).toBe(200)
}, 300_000)

test('who was erased since the backup is listed, to be erased again', async () => {
  expect((await net.admin.delete(`/admin/v1/candidates/${candidateId}`)).status).toBe(202)
  const { code, stdout } = await jobboard('drill')
  expect(stdout).toContain(`after a restore run "erase ${candidateId}" again`)
  expect(code).toBe(0)
}, 300_000)

test('exit code 1: a file of the backup that was changed', async () => {
  const file = join(await newestFolder(), 'jobs', 'job.copy.gz')
  const before = await readFile(file)
  await writeFile(file, Buffer.concat([before.subarray(0, -1), Buffer.from([before.at(-1)! ^ 1])]))
  const { code, stdout } = await jobboard('drill')
  expect(stdout).toContain('fail  restore: the backup is damaged: jobs/job.copy.gz')
  expect(code).toBe(1)
  expect(await readFile(join(dir, 'backups', 'drill.prom'), 'utf8')).toMatch(/^jobboard_drill_ok 0$/m)
  expect(await leftOver()).toEqual([])
  await writeFile(file, before)
}, 300_000)

test('exit code 1: a balance that is not the sum of its entries', async () => {
  await databases.query('jobs', 'update credit_balance set amount = amount + 1')
  const { code, stdout } = await takeAndDrill()
  expect(stdout).toMatch(/^fail {2}restore: jobs: .* but its entries add up to/m)
  expect(code).toBe(1)
  await databases.query('jobs', 'update credit_balance set amount = amount - 1')
}, 300_000)

test('exit code 1: an erased person is in the backup', async () => {
  await databases.query(
    'search',
    `insert into candidate (id, version, is_searchable, last_active_at) values (${candidateId}, 1, false, now()) on conflict do nothing;
    insert into erased_candidate (candidate_id, erasure_id, data, confirmed_at) values (${candidateId}, 1, '{}', now())
      on conflict (candidate_id) do update set confirmed_at = now()`,
  )
  const { code, stdout } = await takeAndDrill()
  expect(stdout).toContain(`fail  erasures: erased candidates are in the backup: ${candidateId} in search`)
  expect(code).toBe(1)
}, 300_000)
