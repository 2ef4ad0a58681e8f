import { readEnv } from '@jobboard/service/env'
import { testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import { ADMIN_TOKEN } from './setup.ts'

let net: Network
let gateways: RunningGateway[]
let employerId: number
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
  const peers = { ACCOUNTS_URL: net.services.accounts.url, JOBS_URL: net.services.jobs.url }
  const env = { ...peers, SERVICES: 'accounts,jobs', ADMIN_PORT: '0', ADMIN_TOKEN }
  const start = () => startGateway(readEnv(gatewayEnv, testEnv('', net.natsUrl, env)))
  gateways = [net.gateway, await start(), await start()]
  const employer = await net.admin.post('/admin/v1/employers', {
    name: 'Hall & Sons',
    isTrustedPartner: true,
  })
  employerId = employer.body.id
})
afterAll(async () => {
  await Promise.all(gateways.slice(1).map((gateway) => gateway.stop()))
  await net.stop()
})

async function mint(more: Record<string, unknown> = {}, owner = employerId) {
  const body = { name: 'test', scopes: ['JobPosting'], ...more }
  const minted = await net.admin.post(`/admin/v1/employers/${owner}/api-keys`, body)
  expect(minted.status).toBe(201)
  return minted.body as { id: number; apiKey: string }
}

const statusAt = async ({ url }: RunningGateway, key: string) =>
  (await client(url, { authorization: `Bearer ${key}` }).get('/api/v1/jobs')).status

/** Asks every gateway until it answers so: D-16 wants it within a second, the deadline here is generous. */
async function everywhere(what: string, key: string, admitted: boolean): Promise<void> {
  const from = performance.now()
  const tookMs = await Promise.all(
    gateways.map(async (gateway) => {
      const isSeen = async () => ((await statusAt(gateway, key)) !== 401) === admitted
      await eventually(what, isSeen, 10_000, 5)
      return Math.round(performance.now() - from)
    }),
  )
  if (process.env.TEST_DELAYS) console.log(what, tookMs)
}

test('a key that is minted works on every gateway, and is refused by all once revoked (D-16)', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, apiKey } = await mint()
    await everywhere('minted', apiKey, true)
    expect((await net.admin.delete(`/admin/v1/api-keys/${id}`)).status).toBe(204)
    await everywhere('revoked', apiKey, false)
  }
})

test('a key that waits for approval works on every gateway once approved (D-15)', async () => {
  const other = (await net.admin.post('/admin/v1/employers', { name: 'New & Co' })).body.id
  const { id, apiKey } = await mint({ scopes: ['CvSearch', 'JobPosting'] }, other)
  await everywhere('waiting', apiKey, false)
  expect((await net.admin.post(`/admin/v1/api-keys/${id}/approve`)).status).toBe(200)
  await everywhere('approved', apiKey, true)
})

test('a key that is rotated out without overlap is refused by every gateway, the new one is not (D-16)', async () => {
  const { id, apiKey } = await mint()
  await everywhere('minted', apiKey, true)
  const rotated = await net.admin.post(`/admin/v1/api-keys/${id}/rotate`, { overlapSeconds: 0 })
  expect(rotated.status).toBeLessThan(300)
  await everywhere('rotated out', apiKey, false)
  await everywhere('rotated in', rotated.body.apiKey, true)
})

test('every gateway follows the clock that one of them moved, so a key expires on all (D-16, D-55)', async () => {
  const { now } = (await net.admin.post('/admin/v1/clock/advance', { seconds: 1 })).body
  const { apiKey } = await mint({ expiresAt: new Date(Date.parse(now) + 3_600_000).toISOString() })
  await everywhere('minted', apiKey, true)
  await net.admin.post('/admin/v1/clock/advance', { seconds: 3_601 })
  await everywhere('expired', apiKey, false)
  // The next move may be asked of any gateway, and none is lost.
  const [, second] = gateways
  const admin = client(second!.adminUrl, { authorization: `Bearer ${ADMIN_TOKEN}` })
  const moved = await admin.post('/admin/v1/clock/advance', { seconds: 10_000 })
  expect(Date.parse(moved.body.now) - Date.parse(now)).toBeGreaterThanOrEqual(13_601_000)
})
