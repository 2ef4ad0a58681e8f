import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { gatewayEnv, upstreamNames } from '../../src/env.ts'
import { type RunningGateway, startGateway } from '../../src/gateway.ts'
import { type Accounts, startAccounts } from './accounts.ts'
import { startWorld, type World } from './fake-upstream.ts'
import { ADMIN_TOKEN } from './setup.ts'

/** Gateways on one NATS before one world, which measure their limits by one clock of the test. */
export interface Replicas {
  world: World
  accounts: Accounts
  gateways: RunningGateway[]
  nats: Awaited<ReturnType<typeof openNats>>
  /** Moves the time of the limits on; it stands still otherwise. */
  pass(ms: number): void
  start(env?: Record<string, string>): Promise<RunningGateway>
  api(replica: number, key: string): Client
  admin(replica: number): Client
  /** The sum over all gateways of one line of /metrics. */
  metric(name: string): Promise<number>
  /** Resolves when each gateway counts together with that many. */
  together(count: number): Promise<void>
  stop(): Promise<void>
}

/** Starts that many gateways that count together. */
export async function startReplicas(count: number, env: Record<string, string> = {}): Promise<Replicas> {
  const nats = await openNats()
  const accounts = await startAccounts(nats.url)
  const world = await startWorld(accounts.url)
  const gateways: RunningGateway[] = []
  let now = 0
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, world.url]))
  const base = { ...peers, ADMIN_PORT: '0', ADMIN_TOKEN, TEST_CLOCK: 'false', LIMITER: 'shared', ...env }

  const replicas: Replicas = {
    world,
    accounts,
    gateways,
    nats,
    pass(ms) {
      now += ms
    },
    async start(more = {}) {
      const own = testEnv('', nats.url, { ...base, ...more })
      const gateway = await startGateway(readEnv(gatewayEnv, own), undefined, () => now)
      gateways.push(gateway)
      return gateway
    },
    api: (replica, key) => client(gateways[replica]!.url, { authorization: `Bearer ${key}` }),
    admin: (replica) => client(gateways[replica]!.adminUrl, { authorization: `Bearer ${ADMIN_TOKEN}` }),
    async metric(name) {
      const found = await Promise.all(gateways.map((gateway) => readMetric(gateway, name)))
      return found.reduce((sum, value) => sum + value, 0)
    },
    async together(wanted) {
      await eventually(`${wanted} count together`, async () => {
        const seen = await Promise.all(gateways.map((one) => readMetric(one, 'gateway_limiter_members')))
        return seen.every((members) => members === wanted)
      })
    },
    async stop() {
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await world.stop()
      await accounts.stop()
      await nats.stop()
    },
  }
  for (let started = 0; started < count; started++) await replicas.start()
  return replicas
}

async function readMetric({ adminUrl }: RunningGateway, name: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
