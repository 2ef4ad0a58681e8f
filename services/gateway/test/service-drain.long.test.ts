// biome-ignore lint/plugin: clients pause between two requests
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import { type ServiceProcess, startProcess } from './support/service-process.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const CLIENTS = 12
const KEYS = 48
let net: Network
let gateway: RunningGateway
const replicas: (ServiceProcess & { url: string })[] = []
const keys: string[] = []
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
  const { id } = (await net.admin.post('/admin/v1/employers', { name: 'Hall', isTrustedPartner: true })).body
  for (let key = 0; key < KEYS; key++) {
    const minted = await net.admin.post(`/admin/v1/employers/${id}/api-keys`, {
      name: 'ats',
      scopes: ['JobPosting'],
    })
    keys.push(minted.body.apiKey)
  }
  const { accounts, jobs } = net.services
  const own = testEnv(jobs.databaseUrl, net.natsUrl, { LOG_LEVEL: 'info', DRAIN_DELAY_MS: '5000' })
  for (const one of [startProcess('jobs', own), startProcess('jobs', own)]) {
    replicas.push({ ...one, url: (await one.ready()).url })
  }
  const env = testEnv('', net.natsUrl, {
    ...{ ADMIN_PORT: '0', ADMIN_TOKEN, SERVICES: 'accounts,jobs', TEST_CLOCK: 'false' },
    ...{ ACCOUNTS_URL: accounts.url, JOBS_URL: replicas.map(({ url }) => url).join(',') },
  })
  gateway = await startGateway(readEnv(gatewayEnv, env))
})
afterAll(async () => {
  for (const { child } of replicas) child.kill('SIGKILL')
  await gateway.stop()
  await net.stop()
})

test('SIGTERM of a replica under load: every POST without Idempotency-Key is 201 (P-224)', async () => {
  const [leaving] = replicas as [(typeof replicas)[0], (typeof replicas)[0]]
  const statuses: number[] = []
  let isRunning = true
  let next = 0
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (isRunning) {
      const api = client(gateway.url, { authorization: `Bearer ${keys[next++ % KEYS]}` })
      statuses.push((await api.post('/api/v1/jobs', jobDraft)).status)
      await sleep(40)
    }
  })
  await eventually('the load runs', async () => statuses.length > 100)

  leaving.child.kill('SIGTERM')
  const stopping = await eventually('it is not ready', async () => {
    const response = await fetch(`${leaving.url}/healthz/ready`)
    return response.status === 503 && response
  })
  expect(await stopping.json()).toMatchObject({ status: 'stopping' })
  // A caller that has not noticed is served, and its connection ends.
  const served = await fetch(`${leaving.url}/healthz/live`)
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
  expect(served.headers.get('x-draining')).toBe('1')
  expect(await leaving.exit).toBe(0)

  const before = statuses.length
  await eventually('the other replica serves', async () => statuses.length > before + 50)
  isRunning = false
  await Promise.all(clients)
  expect(statuses.filter((status) => status !== 201)).toEqual([])
})
