import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { type CuttableProxy, openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import type { MintedKey } from './support/accounts.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

let net: Network
let gateways: RunningGateway[]
// The third gateway connects to NATS through it.
let natsProxy: CuttableProxy
let employerId: number
let candidateId: number
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'candidate'] })
  natsProxy = await openCuttableProxy(net.natsUrl)
  const { accounts, jobs, candidate } = net.services
  const peers = { ACCOUNTS_URL: accounts.url, JOBS_URL: jobs.url, CANDIDATE_URL: candidate.url }
  const env = { ...peers, SERVICES: 'accounts,jobs,candidate', ADMIN_PORT: '0', ADMIN_TOKEN }
  const start = (natsUrl: string) => startGateway(readEnv(gatewayEnv, testEnv('', natsUrl, env)))
  gateways = [net.gateway, await start(net.natsUrl), await start(natsProxy.url)]
  employerId = await created('/employers', { name: 'Hall & Sons', isTrustedPartner: true })
  candidateId = await created('/candidates', {
    firstName: 'Ada',
    lastName: 'Lind',
    email: 'ada@example.test',
  })
})
afterAll(async () => {
  await Promise.all(gateways.slice(1).map((gateway) => gateway.stop()))
  await net.stop()
  await natsProxy.stop()
})
afterEach(() => natsProxy.restore())

async function created(path: string, body: unknown): Promise<number> {
  const response = await net.admin.post(`/admin/v1${path}`, body)
  expect(response.status).toBe(201)
  return response.body.id
}

async function mint(owner: string, body: Record<string, unknown>): Promise<MintedKey> {
  const minted = await net.admin.post(`/admin/v1/${owner}/api-keys`, { name: 'test', ...body })
  expect(minted.status).toBe(201)
  return minted.body
}

type More = Record<string, unknown>
const mints = {
  recruiter: (more: More = {}) => mint(`employers/${employerId}`, { scopes: ['JobPosting'], ...more }),
  candidate: (more: More = {}) => mint(`candidates/${candidateId}`, { scopes: ['Applications'], ...more }),
}
const kinds = ['recruiter', 'candidate'] as const
const bothKinds = <T>(check: (kind: (typeof kinds)[number]) => Promise<T>) => Promise.all(kinds.map(check))
const cases = [
  { feeds: 'every feed is synced', isCut: false },
  { feeds: 'one gateway is cut off from NATS', isCut: true },
]

async function statusAt({ url }: RunningGateway, key: string): Promise<number> {
  const path = key.startsWith('ck') ? '/api/v1/me/applications' : '/api/v1/jobs'
  return (await client(url, { authorization: `Bearer ${key}` }).get(path)).status
}

/** Waits until every gateway accepts or refuses the key. D-16 allows one second on a machine that is not busy. */
async function everywhere(what: string, key: string, admitted: boolean): Promise<void> {
  const wanted = admitted ? [200, 429] : [401]
  await Promise.all(
    gateways.map((gateway) => eventually(what, async () => wanted.includes(await statusAt(gateway, key)))),
  )
}

test.each(cases)(
  'a minted key works on every gateway, and once revoked on none; $feeds (D-16)',
  async ({ isCut }) => {
    if (isCut) natsProxy.cut()
    await bothKinds(async (kind) => {
      const { id, apiKey } = await mints[kind]()
      await everywhere('minted', apiKey, true)
      expect((await net.admin.delete(`/admin/v1/api-keys/${id}`)).status).toBe(204)
      await everywhere('revoked', apiKey, false)
    })
  },
)

test.each(cases)(
  'a key rotated without overlap works on no gateway, its successor on every one; $feeds (D-16)',
  async ({ isCut }) => {
    if (isCut) natsProxy.cut()
    await bothKinds(async (kind) => {
      const { id, apiKey } = await mints[kind]()
      await everywhere('minted', apiKey, true)
      const rotated = await net.admin.post(`/admin/v1/api-keys/${id}/rotate`, { overlapSeconds: 0 })
      expect(rotated.status).toBe(201)
      await everywhere('rotated out', apiKey, false)
      await everywhere('rotated in', rotated.body.apiKey, true)
    })
  },
)

// A candidate's key needs no approval.
test.each(cases)(
  'a recruiter key works on every gateway once it is approved; $feeds (D-15)',
  async ({ isCut }) => {
    if (isCut) natsProxy.cut()
    const other = await created('/employers', { name: 'New & Co' })
    const { id, apiKey } = await mint(`employers/${other}`, { scopes: ['CvSearch', 'JobPosting'] })
    await everywhere('not approved', apiKey, false)
    expect((await net.admin.post(`/admin/v1/api-keys/${id}/approve`)).status).toBe(200)
    await everywhere('approved', apiKey, true)
  },
)

test.each(cases)(
  'a key works on every gateway until the moment it expires; $feeds (D-16)',
  async ({ isCut }) => {
    const nowMs = () => net.services.accounts.deps.clock.now().getTime()
    const expiresAtMs = nowMs() + 1_000
    const keys = await bothKinds((kind) => mints[kind]({ expiresAt: new Date(expiresAtMs).toISOString() }))
    if (isCut) natsProxy.cut()
    const watch = (gateway: RunningGateway, apiKey: string) =>
      eventually('the key has expired', async () => {
        const sentMs = nowMs()
        const status = await statusAt(gateway, apiKey)
        // Clocks that follow the database differ by a rounded millisecond.
        if (status === 401) {
          expect(nowMs() + 1).toBeGreaterThanOrEqual(expiresAtMs)
          return true
        }
        // The gateways share one rate limit; 429 too is a response to a valid key.
        expect([200, 429]).toContain(status)
        expect(sentMs - 1).toBeLessThan(expiresAtMs)
        return false
      })
    await Promise.all(gateways.flatMap((gateway) => keys.map(({ apiKey }) => watch(gateway, apiKey))))
  },
)

test('every gateway follows a move of the clock: keys expire and overlaps end on all (D-16)', async () => {
  const { now } = (await net.admin.post('/admin/v1/clock/advance', { seconds: 1 })).body
  const expiresAt = new Date(Date.parse(now) + 3_600_000).toISOString()
  const ending = [await mints.recruiter({ expiresAt }), await mints.candidate({ expiresAt })]
  const rotated: string[] = []
  for (const old of [await mints.recruiter(), await mints.candidate()]) {
    const fresh = await net.admin.post(`/admin/v1/api-keys/${old.id}/rotate`, { overlapSeconds: 3_600 })
    ending.push(old)
    rotated.push(fresh.body.apiKey)
  }
  for (const { apiKey } of ending) await everywhere('valid until then', apiKey, true)
  await net.admin.post('/admin/v1/clock/advance', { seconds: 3_601 })
  for (const { apiKey } of ending) await everywhere('expired', apiKey, false)
  for (const apiKey of rotated) await everywhere('rotated in', apiKey, true)
  // Any gateway can make the next move.
  const [, second] = gateways
  const admin = client(second!.adminUrl, { authorization: `Bearer ${ADMIN_TOKEN}` })
  const moved = await admin.post('/admin/v1/clock/advance', { seconds: 10_000 })
  expect(Date.parse(moved.body.now) - Date.parse(now)).toBeGreaterThanOrEqual(13_601_000)
})
