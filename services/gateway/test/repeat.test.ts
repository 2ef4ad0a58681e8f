import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import { type ServiceProcess, startProcess } from './support/service-process.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const CREDITS = 50
const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
let net: Network
let apiKey: string
const gateways: RunningGateway[] = []
const processes: ServiceProcess[] = []
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
  const { id } = (await net.admin.post('/admin/v1/employers', { name: 'Hall', isTrustedPartner: true })).body
  const path = `/admin/v1/employers/${id}`
  apiKey = (await net.admin.post(`${path}/api-keys`, { name: 'ats', scopes: ['JobPosting'] })).body.apiKey
  await net.admin.post(`${path}/credits`, { kind: 'JobPosting', amount: CREDITS })
})
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL')
  await Promise.all(gateways.map((gateway) => gateway.stop()))
  await net.stop()
})

/** Starts a gateway before two replicas of jobs on one database: first this one, then the one of the
 * network. */
async function gatewayBefore(firstReplica: string): Promise<Client> {
  const { accounts, jobs } = net.services
  const env = testEnv('', net.natsUrl, {
    ...{ ADMIN_PORT: '0', ADMIN_TOKEN, SERVICES: 'accounts,jobs', TEST_CLOCK: 'false' },
    ...{ ACCOUNTS_URL: accounts.url, JOBS_URL: `${firstReplica},${jobs.url}` },
  })
  const gateway = await startGateway(readEnv(gatewayEnv, env))
  gateways.push(gateway)
  return client(gateway.url, { authorization: `Bearer ${apiKey}` })
}

/** Starts a replica of jobs in a process that is killed (SIGKILL) at this failpoint. */
async function startCrashingReplica(failpoint: string): Promise<string> {
  const { databaseUrl } = net.services.jobs
  const replica = startProcess(
    'jobs',
    testEnv(databaseUrl, net.natsUrl, { FAILPOINTS: failpoint, LOG_LEVEL: 'info' }),
  )
  processes.push(replica)
  return (await replica.ready()).url
}

const newJob = async () => (await net.api(apiKey).post('/api/v1/jobs', jobDraft)).body.id as number
const spent = async () => CREDITS - (await net.api(apiKey).get('/api/v1/employer/credits')).body.JobPosting
const publish = (api: Client, jobId: number, headers = {}) =>
  api.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate }, headers)

test('200: a replica crashes after the commit; with Idempotency-Key the other one responds, with one debit (P-38)', async () => {
  const [jobId, spentBefore] = [await newJob(), await spent()]
  const api = await gatewayBefore(await startCrashingReplica('publish-after-commit'))
  const response = await publish(api, jobId, { 'idempotency-key': 'after-commit' })
  expect([response.status, response.body.status]).toEqual([200, 'Active'])
  expect(response.headers.get('idempotency-replayed')).toBe('true')
  expect(await spent()).toBe(spentBefore + 1)
})

test('200: a replica crashes between debit and commit; with Idempotency-Key a later retry succeeds with one debit', async () => {
  const [jobId, spentBefore] = [await newJob(), await spent()]
  const api = await gatewayBefore(await startCrashingReplica('publish-after-debit'))
  const statuses: number[] = []
  await eventually('200', async () => {
    const { status } = await publish(api, jobId, { 'idempotency-key': 'after-debit' })
    statuses.push(status)
    return status === 200
  })
  // 503, or 409 to a later request, until Postgres notices the crash: until then the first attempt holds the
  // key.
  expect([200, 409, 503]).toEqual(expect.arrayContaining(statuses))
  expect(await spent()).toBe(spentBefore + 1)
})

test.each([
  ['after the commit', 'publish-after-commit', 1] as const,
  // The gateway sees no difference.
  ...(process.env.LONG_TESTS === 'true'
    ? [['between debit and commit', 'publish-after-debit', 0] as const]
    : []),
])(
  '503: a replica crashes %s; without Idempotency-Key the request is not retried',
  async (_when, failpoint, cost) => {
    const [jobId, spentBefore] = [await newJob(), await spent()]
    const api = await gatewayBefore(await startCrashingReplica(failpoint))
    const response = await publish(api, jobId)
    expect([response.status, response.body.code, response.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ])
    expect(await spent()).toBe(spentBefore + cost)
  },
)

test('503: the connection breaks while the first attempt runs; the same key gets its response later, with one debit (P-38)', async () => {
  const [jobId, spentBefore] = [await newJob(), await spent()]
  const jobsProxy = await openCuttableProxy(net.services.jobs.url)
  const api = await gatewayBefore(jobsProxy.url)
  const key = { 'idempotency-key': 'cut' }
  const { db } = net.services.jobs.deps
  await db.tx(async (sql) => {
    const [{ pid }] = (await sql`select pg_backend_pid() as pid from job where id = ${jobId} for update`) as [
      { pid: number },
    ]
    const running = publish(api, jobId, key)
    await eventually('the first attempt waits for the job', async () => {
      const waiting = await db.sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`
      return waiting.length === 1
    })
    jobsProxy.disconnect()
    const response = await running
    expect([response.status, response.body.code, response.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ])
  })
  const later = await eventually('the first attempt is finished', async () => {
    const response = await publish(api, jobId, key)
    return response.status === 200 && response
  })
  expect(later.headers.get('idempotency-replayed')).toBe('true')
  expect(await spent()).toBe(spentBefore + 1)
  await jobsProxy.stop()
})
