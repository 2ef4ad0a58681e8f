import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import { openLine } from './support/cuttable-proxy.ts'
import { type Program, run } from './support/processes.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const CREDITS = 50
const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
const draft = {
  title: 'Lighthouse Keeper',
  description: 'Keep the lamp burning.',
  city: 'Bergen',
  country: 'NO',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  applyMethod: 'PlatformApply',
}

let net: Network
let apiKey: string
const gateways: RunningGateway[] = []
const programs: Program[] = []
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
  const { id } = (await net.admin.post('/admin/v1/employers', { name: 'Hall', isTrustedPartner: true })).body
  const path = `/admin/v1/employers/${id}`
  apiKey = (await net.admin.post(`${path}/api-keys`, { name: 'ats', scopes: ['JobPosting'] })).body.apiKey
  await net.admin.post(`${path}/credits`, { kind: 'JobPosting', amount: CREDITS })
})
afterAll(async () => {
  for (const { child } of programs) child.kill('SIGKILL')
  await Promise.all(gateways.map((gateway) => gateway.stop()))
  await net.stop()
})

/** A gateway before two replicas of jobs on one database, this one and the one of the network, asked in this order. */
async function before(firstReplica: string): Promise<Client> {
  const { accounts, jobs } = net.services
  const env = testEnv('', net.natsUrl, {
    ...{ ADMIN_PORT: '0', ADMIN_TOKEN, SERVICES: 'accounts,jobs', TEST_CLOCK: 'false' },
    ...{ ACCOUNTS_URL: accounts.url, JOBS_URL: `${firstReplica},${jobs.url}` },
  })
  const gateway = await startGateway(readEnv(gatewayEnv, env))
  gateways.push(gateway)
  return client(gateway.url, { authorization: `Bearer ${apiKey}` })
}

/** A replica of jobs, a process of its own that is killed (-9) when it passes that place. */
async function victim(failpoint: string): Promise<string> {
  const { databaseUrl } = net.services.jobs
  const program = run('jobs', testEnv(databaseUrl, net.natsUrl, { FAILPOINTS: failpoint, LOG_LEVEL: 'info' }))
  programs.push(program)
  return (await program.ready()).url
}

const newJob = async () => (await net.api(apiKey).post('/api/v1/jobs', draft)).body.id as number
const spent = async () => CREDITS - (await net.api(apiKey).get('/api/v1/employer/credits')).body.JobPosting
const publish = (api: Client, jobId: number, headers = {}) =>
  api.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate }, headers)

test('200: a replica is killed after the commit, before its answer; with Idempotency-Key the other one answers, one debit', async () => {
  const [jobId, spentBefore] = [await newJob(), await spent()]
  const api = await before(await victim('publish-after-commit'))
  const answer = await publish(api, jobId, { 'idempotency-key': 'after-commit' })
  expect([answer.status, answer.body.status]).toEqual([200, 'Active'])
  expect(answer.headers.get('idempotency-replayed')).toBe('true')
  expect(await spent()).toBe(spentBefore + 1)
})

test('200 in the end: a replica is killed between debit and commit; with Idempotency-Key there is one debit', async () => {
  const [jobId, spentBefore] = [await newJob(), await spent()]
  const api = await before(await victim('publish-after-debit'))
  const statuses: number[] = []
  await eventually('200', async () => {
    const { status } = await publish(api, jobId, { 'idempotency-key': 'after-debit' })
    statuses.push(status)
    return status === 200
  })
  // 503, and 409 to a later call, as long as the database has not noticed who died: the first try holds the key.
  expect([200, 409, 503]).toEqual(expect.arrayContaining(statuses))
  expect(await spent()).toBe(spentBefore + 1)
})

test.each([
  ['after the commit', 'publish-after-commit', 1],
  ['between debit and commit', 'publish-after-debit', 0],
])(
  '503: a replica is killed %s; without Idempotency-Key it is not tried again',
  async (_when, failpoint, cost) => {
    const [jobId, spentBefore] = [await newJob(), await spent()]
    const api = await before(await victim(failpoint))
    const answer = await publish(api, jobId)
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ])
    expect(await spent()).toBe(spentBefore + cost)
  },
)

test('503, no 409: the line is cut while the first try runs; the same key gets the answer later, one debit (P-38)', async () => {
  const [jobId, spentBefore] = [await newJob(), await spent()]
  const line = await openLine(net.services.jobs.url)
  const api = await before(line.url)
  const key = { 'idempotency-key': 'cut' }
  const { db } = net.services.jobs.deps
  await db.tx(async (sql) => {
    const [{ pid }] = (await sql`select pg_backend_pid() as pid from job where id = ${jobId} for update`) as [
      { pid: number },
    ]
    const running = publish(api, jobId, key)
    await eventually('the first try waits for the job', async () => {
      const waiting = await db.sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`
      return waiting.length === 1
    })
    line.hangUp()
    const answer = await running
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ])
  })
  const later = await eventually('the first try is through', async () => {
    const answer = await publish(api, jobId, key)
    return answer.status === 200 && answer
  })
  expect(later.headers.get('idempotency-replayed')).toBe('true')
  expect(await spent()).toBe(spentBefore + 1)
  await line.stop()
})
