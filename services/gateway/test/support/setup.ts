import { readEnv } from '@jobboard/service/lifecycle/env'
import { freePort } from '@jobboard/stack/infra/free-port'
import { testEnv } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { gatewayEnv, upstreamNames } from '../../src/env.ts'
import { type RunningGateway, startGateway } from '../../src/gateway.ts'
import { type Accounts, startAccounts } from './accounts.ts'
import { startWorld, type World } from './fake-upstream.ts'

export const ADMIN_TOKEN = 'an-admin-token-for-tests-only'

/** A gateway before accounts and a world of one upstream, and a recruiter's and a candidate's key. */
export interface Arena extends RunningGateway {
  world: World
  accounts: Accounts
  recruiter: string
  candidate: string
  api(key: string): Client
  admin: Client
  port: number
}

/** Starts them. Without `natsUrl` there is no NATS, and accounts is asked for every key; `accountsNatsUrl` has accounts
 * feed the gateway. `nowMs` takes the place of the monotonic clock. */
export async function startArena(
  settings: {
    natsUrl?: string
    accountsNatsUrl?: string
    env?: Record<string, string>
    clockOffsetMs?: number
    nowMs?: () => number
  } = {},
): Promise<Arena> {
  const nowhere = `nats://127.0.0.1:${await freePort()}`
  const accounts = await startAccounts(settings.accountsNatsUrl ?? nowhere)
  const world = await startWorld(accounts.url)
  world.clockOffsetMs = settings.clockOffsetMs ?? 0
  const natsUrl = settings.natsUrl ?? nowhere
  const peers = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, world.url]))
  const env = { ...peers, ADMIN_PORT: '0', ADMIN_TOKEN, TEST_CLOCK: 'false', ...settings.env }
  const gateway = await startGateway(
    readEnv(gatewayEnv, testEnv('', natsUrl, env)),
    undefined,
    settings.nowMs,
  )
  const { apiKey: recruiter } = await accounts.mint()
  const { apiKey: candidate } = await accounts.mintCandidate()
  return {
    ...gateway,
    world,
    accounts,
    recruiter,
    candidate,
    port: Number(new URL(gateway.url).port),
    api: (key) => client(gateway.url, { authorization: `Bearer ${key}` }),
    admin: client(gateway.adminUrl, { authorization: `Bearer ${ADMIN_TOKEN}` }),
    async stop() {
      await gateway.stop()
      await world.stop()
      await accounts.stop()
    },
  }
}
