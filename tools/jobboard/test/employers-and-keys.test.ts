import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

let net: Network
beforeAll(async () => {
  net = await network()
})
afterAll(() => net.stop())

const env = () => ({ ADMIN_URL: net.gateway.adminUrl, ADMIN_TOKEN: net.adminToken })
const run = (...args: string[]) => runJobboard(args, env())
const statusWith = async (apiKey: string) => (await net.api(apiKey.trim()).get('/api/v1/key')).status

test('employer create and key mint: a key that works, with credits and a user', async () => {
  const created = await run(
    ...['employer', 'create', 'Nordlys Shipping', '--contract', '--credits', '7'],
    ...['--user', 'robin@example.com'],
  )
  expect(created).toMatchObject({ code: 0, stderr: '' })
  const [, id, userId] = /^employer (\d+)\nuser (\d+)\n7 credits of each kind\n$/.exec(created.stdout)!
  const credits = await net.admin.get(`/admin/v1/employers/${id}/credits`)
  expect(credits.body).toEqual({ JobPosting: 7, CvSearch: 7, CvDownload: 7 })
  const listed = await run('employer', 'list', '--name', 'nordlys')
  expect(listed.stdout).toMatch(/^ID +NAME +CONTRACT +PARTNER\n\d+ +Nordlys Shipping +yes +no\n1 employers/)

  const of = ['--employer', id!]
  const minted = await run('key', 'mint', ...of, '--name', 'First key', '--approve', '--user', userId!)
  expect(minted.stdout).toMatch(/^pk_live_\w{42}\n$/)
  expect(minted.stderr).toMatch(/^key \d+ \(JobPosting, Applications, CvSearch, Webhooks\) Active\n$/)
  expect(await statusWith(minted.stdout)).toBe(200)
  const keys = await run('key', 'list', ...of)
  expect(keys.stdout).toMatch(/\n\d+ +First key +Active +JobPosting,Applications,CvSearch,Webhooks +never +/)
  expect(keys.stdout).not.toContain(minted.stdout.trim().slice(8))
})

test('key mint without --approve waits; approve, rotate and revoke', async () => {
  const { stdout } = await run('employer', 'create', 'Meadow & Mill')
  const id = /\d+/.exec(stdout)![0]
  const minted = await run('key', 'mint', '--employer', id, '--name', 'a', '--scope', 'CvSearch')
  const [, keyId] = /^key (\d+) \(CvSearch\) PendingApproval: key approve \1\n$/.exec(minted.stderr)!
  expect(await statusWith(minted.stdout)).toBe(401)
  expect(await run('key', 'approve', keyId!)).toMatchObject({ code: 0, stdout: `key ${keyId} Active\n` })
  await eventually('the key works', async () => (await statusWith(minted.stdout)) === 200)
  const rotated = await run('key', 'rotate', keyId!, '--overlap', '0')
  expect(rotated.stdout).toMatch(/^pk_live_\w{42}\n$/)
  await eventually('the old key is refused', async () => (await statusWith(minted.stdout)) === 401)
  expect(await statusWith(rotated.stdout)).toBe(200)
  const newId = /^key (\d+)/.exec(rotated.stderr)![1]!
  expect(await run('key', 'revoke', newId)).toMatchObject({ code: 0, stdout: `key ${newId} Revoked\n` })
  await eventually('the key is refused', async () => (await statusWith(rotated.stdout)) === 401)
  const approved = await run('key', 'approve', newId)
  expect(approved).toMatchObject({ code: 1, stdout: '' })
})

test('1: what the job board refuses is said, with what is done already', async () => {
  const half = await run('employer', 'create', 'Half', '--user', 'not an address')
  expect(half.code).toBe(1)
  expect(half.stdout).toMatch(/^employer \d+\n$/)
  expect(half.stderr).toMatch(/employer \d+ was created, but not all of it: email: /)
  const unknown = await run('key', 'mint', '--employer', '999', '--name', 'a')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  const past = await run('key', 'mint', '--employer', '1', '--name', 'a', '--expires', '2020-01-01T00:00:00Z')
  expect(past.stderr).toContain('expiresAt: must be in the future')
})

test('seed: demo data once, demo.json for its owner only, and three calls that work', async () => {
  const dir = await mkdtemp(`${tmpdir()}/jobboard-seed-`)
  const seed = () =>
    runJobboard(
      ['seed', '--out', '.jobboard', '--shown-admin-url', 'http://localhost:8081'],
      { ...env(), API_URL: net.gateway.url },
      dir,
    )
  const first = await seed()
  expect(first.code, first.stderr).toBe(0)
  const file = join(dir, '.jobboard', 'demo.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const demo = JSON.parse(await readFile(file, 'utf8'))
  expect(demo).toMatchObject({ baseUrl: net.gateway.url, adminUrl: 'http://localhost:8081' })
  expect([demo.employers.length, demo.candidates.length]).toEqual([2, 3])
  const calls = first.stdout.match(/curl -s "?(\S+?)"? /g)
  expect(calls).toHaveLength(3)
  const jobs = await net.api(demo.employers[0].apiKey).get('/api/v1/jobs?status=Active')
  expect([jobs.status, jobs.body.total]).toEqual([200, 2])
  const again = await seed()
  // The links of the portal are fresh each time.
  const callsOf = (stdout: string) => stdout.slice(stdout.indexOf('To try in a shell:'))
  expect(callsOf(again.stdout)).toBe(callsOf(first.stdout))
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(demo)
  await rm(dir, { recursive: true })
})
