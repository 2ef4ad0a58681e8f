import { readEnv } from '@jobboard/service/lifecycle/env'
import { freePort } from '@jobboard/stack/infra/free-port'
import { testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayEnv } from '../src/env.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

let net: Network
let gateways: RunningGateway[]
let admins: Client[]
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
  const peers = { ACCOUNTS_URL: net.services.accounts.url, JOBS_URL: net.services.jobs.url }
  const env = { ...peers, SERVICES: 'accounts,jobs', ADMIN_PORT: '0', ADMIN_TOKEN }
  const start = (natsUrl: string) => startGateway(readEnv(gatewayEnv, testEnv('', natsUrl, env)))
  // The third gateway has no NATS: it reads the clock from the services only.
  gateways = [
    await start(net.natsUrl),
    await start(net.natsUrl),
    await start(`nats://127.0.0.1:${await freePort()}`),
  ]
  admins = gateways.map(({ adminUrl }) => client(adminUrl, { authorization: `Bearer ${ADMIN_TOKEN}` }))
})
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()))
  await net.stop()
})

const advance = (admin: Client, seconds: number) => admin.post('/admin/v1/clock/advance', { seconds })
const offsets = () => [net.services.accounts, net.services.jobs].map(({ deps }) => deps.clock.offsetMs)

test('200: concurrent moves of the clock on several gateways add up, and all gateways end at the same time', async () => {
  let totalMs = 0
  for (let round = 1; round <= 4; round++) {
    // Equal moves add up too.
    const moves = admins.flatMap((admin) => [advance(admin, 100 * round), advance(admin, 7)])
    for (const { status } of await Promise.all(moves)) expect(status).toBe(200)
    totalMs += 3 * (100 * round + 7) * 1_000
    expect(offsets()).toEqual([totalMs, totalMs])
  }
  // A move by 0 seconds returns the time of that gateway.
  for (const admin of admins) {
    await eventually('the gateway has the same time', async () => {
      const from = Date.now()
      const aheadMs = Date.parse((await advance(admin, 0)).body.now) - totalMs
      return aheadMs >= from && aheadMs <= Date.now()
    })
  }
  expect(offsets()).toEqual([totalMs, totalMs])
})
