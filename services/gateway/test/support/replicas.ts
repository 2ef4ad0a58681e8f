import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { gatewayEnv, upstreamNames } from '../../src/env.ts'
import { type RunningGateway, startGateway } from '../../src/gateway.ts'
import { type Accounts, startAccounts } from './accounts.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { readMetric } from './metrics.ts'
import { ADMIN_TOKEN } from './setup.ts'

/** Gateways on one NATS before one fake upstream. They measure limits by one clock, which the test moves. */
export interface Replicas {
  upstream: FakeUpstream
  accounts: Accounts
  gateways: RunningGateway[]
  nats: Awaited<ReturnType<typeof openNats>>
  /** Moves that clock; it stands still otherwise. */
  passTime(ms: number): void
  start(env?: Record<string, string>): Promise<RunningGateway>
  api(replica: number, key: string): Client
  admin(replica: number): Client
  /** One metric, summed over all gateways. */
  metric(name: string): Promise<number>
  /** Resolves when that many gateways count together. */
  countTogether(count: number): Promise<void>
  stop(): Promise<void>
}

/** Starts that many gateways, which share their limits. */
export async function startReplicas(count: number, env: Record<string, string> = {}): Promise<Replicas> {
  const nats = await openNats()
  const accounts = await startAccounts(nats.url)
  const upstream = await startFakeUpstream(accounts.url)
  const gateways: RunningGateway[] = []
  let now = 0
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, upstream.url]))
  const base = { ...peers, ADMIN_PORT: '0', ADMIN_TOKEN, TEST_CLOCK: 'false', LIMITER: 'shared', ...env }

  const replicas: Replicas = {
    upstream,
    accounts,
    gateways,
    nats,
    passTime(ms) {
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
      const values = await Promise.all(gateways.map((gateway) => readMetric(gateway, name)))
      return values.reduce((sum, value) => sum + value, 0)
    },
    async countTogether(count) {
      const membersOf = () =>
        Promise.all(gateways.map((gateway) => readMetric(gateway, 'gateway_limiter_members')))
      await eventually(`${count} gateways count together`, async () =>
        (await membersOf()).every((members) => members === count),
      ).catch(async ({ message }: Error) => {
        const rejected = await Promise.all(
          gateways.map((gateway) => readMetric(gateway, 'gateway_limiter_rejected_messages_total')),
        )
        throw new Error(`${message}: members ${await membersOf()}, rejected messages ${rejected}`)
      })
    },
    async stop() {
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await upstream.stop()
      await accounts.stop()
      await nats.stop()
    },
  }
  for (let started = 0; started < count; started++) await replicas.start()
  return replicas
}
