import { openPeers, type ResolveHost } from '@jobboard/service/http/peers'
import { readEnv } from '@jobboard/service/lifecycle/env'
import { freePort } from '@jobboard/stack/infra/free-port'
import { testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { gatewayEnv, upstreamNames } from '../../src/env.ts'
import { type RunningGateway, startGateway } from '../../src/gateway.ts'
import { type Accounts, startAccounts } from './accounts.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'

export const ADMIN_TOKEN = 'an-admin-token-for-tests-only'

/** A gateway before the real accounts service and one fake upstream for all services, with a key of each
 * kind. */
export interface TestGateway extends RunningGateway {
  upstream: FakeUpstream
  accounts: Accounts
  recruiter: string
  candidate: string
  api(key: string): Client
  admin: Client
  port: number
}

/** Starts them. Without `natsUrl` there is no NATS, and keys are looked up in accounts; with
 * `accountsNatsUrl` accounts publishes keys there. `accounts` is one that runs already, and that `stop` leaves running.
 * `nowMs` replaces the monotonic clock, `dns` the look-up of host names and the pause between two. */
export async function startTestGateway(
  settings: {
    natsUrl?: string
    accountsNatsUrl?: string
    accounts?: Accounts
    env?: Record<string, string>
    clockOffsetMs?: number
    nowMs?: () => number
    dns?: { resolve: ResolveHost; intervalMs: number }
  } = {},
): Promise<TestGateway> {
  const nowhere = `nats://127.0.0.1:${await freePort()}`
  const accounts = settings.accounts ?? (await startAccounts(settings.accountsNatsUrl ?? nowhere))
  const upstream = await startFakeUpstream(accounts.url)
  upstream.clockOffsetMs = settings.clockOffsetMs ?? 0
  const natsUrl = settings.natsUrl ?? nowhere
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, upstream.url]))
  const own = { ...peers, ADMIN_PORT: '0', ADMIN_TOKEN, TEST_CLOCK: 'false', ...settings.env }
  const env = readEnv(gatewayEnv, testEnv('', natsUrl, own))
  const gateway = await startGateway(env, undefined, settings.nowMs, openPeers(env, settings.dns))
  const { apiKey: recruiter } = await accounts.mint()
  const { apiKey: candidate } = await accounts.mintCandidate()
  return {
    ...gateway,
    upstream,
    accounts,
    recruiter,
    candidate,
    port: Number(new URL(gateway.url).port),
    api: (key) => client(gateway.url, { authorization: `Bearer ${key}` }),
    admin: client(gateway.adminUrl, { authorization: `Bearer ${ADMIN_TOKEN}` }),
    async stop() {
      await gateway.stop()
      await upstream.stop()
      if (!settings.accounts) await accounts.stop()
    },
  }
}
