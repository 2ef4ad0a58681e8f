import { hashOf } from '@jobboard/service/auth/api-key'
import type { HttpResponse } from '@jobboard/testkit/client'
import { openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { openNatsAccount } from '@jobboard/testkit/infra'
import type { MintedKey } from './accounts.ts'
import { readMetric } from './metrics.ts'
import { startTestGateway, type TestGateway } from './setup.ts'

/** A gateway that a test cuts off from NATS, from accounts or from both. Its monotonic clock stands still
 * unless the test moves it, so that nothing expires by itself. */
export interface IsolatableGateway extends TestGateway {
  passTime(ms: number): void
  /** NATS, past the proxies that a test cuts. */
  natsUrl: string
  get(key: string): Promise<HttpResponse<{ code: string }>>
  status(key: string): Promise<number>
  /** How often this key was looked up in accounts since the last `restoreAll`. */
  lookupsOf(key: string): number
  metric(name: string): Promise<number>
  /** Resolves when the key feed is synced. */
  synced(): Promise<void>
  /** Mints a key and waits until the feed has brought it. */
  mintFed(mint?: () => Promise<MintedKey>): Promise<MintedKey>
  /** Makes NATS silent, for longer than a synced feed tolerates. */
  cutNats(): void
  restoreNats(): void
  /** Cuts accounts off from NATS; it still responds to the gateway. */
  cutAccountsFromNats(): void
  /** Cuts accounts off from NATS and from the gateway. */
  isolateAccounts(): void
  /** Cuts the connection of every call to accounts; NATS is not affected. */
  cutAccounts(): void
  restoreAccounts(): void
  /** Holds back the result of looking this key up until `release`; `held` resolves when accounts has
   * responded. */
  holdLookup(key: string): { release: () => void; held: Promise<void> }
  /** Resolves when everything is connected and synced again. */
  restoreAll(): Promise<void>
}

/** Starts it; its first two keys are fed. */
export async function startIsolatableGateway(): Promise<IsolatableGateway> {
  const nats = await openNatsAccount()
  const gatewayNats = await openCuttableProxy(nats.url)
  const accountsNats = await openCuttableProxy(nats.url)
  let nowMs = 1_000_000
  // Only what was cut is restored: that closes the connections, and both sides wait before they connect again.
  let isNatsCut = false
  let isAccountsNatsCut = false
  const gateway = await startTestGateway({
    natsUrl: gatewayNats.url,
    accountsNatsUrl: accountsNats.url,
    nowMs: () => nowMs,
  })
  const { upstream } = gateway
  const get = (key: string) =>
    gateway.api(key).get(key.startsWith('ck') ? '/api/v1/me/applications' : '/api/v1/jobs')
  const metric = (name: string) => readMetric(gateway, name)
  const cachedKeys = () => metric('gateway_keys{state="known"}')
  const isolatable: IsolatableGateway = {
    ...gateway,
    natsUrl: nats.url,
    passTime(ms) {
      nowMs += ms
    },
    get,
    status: async (key) => (await get(key)).status,
    lookupsOf: (key) => upstream.lookedUp.filter((hash) => hash === hashOf(key)).length,
    metric,
    async synced() {
      await eventually('the feed is synced', async () => (await metric('gateway_key_feed_fresh')) === 1)
    },
    async mintFed(mint = gateway.accounts.mint) {
      const before = await cachedKeys()
      const minted = await mint()
      await eventually('the key is fed', async () => (await cachedKeys()) > before)
      return minted
    },
    cutNats() {
      gatewayNats.cut()
      isNatsCut = true
      nowMs += 1_000
    },
    restoreNats() {
      if (isNatsCut) gatewayNats.restore()
      isNatsCut = false
    },
    cutAccountsFromNats() {
      accountsNats.cut()
      isAccountsNatsCut = true
    },
    isolateAccounts() {
      isolatable.cutAccountsFromNats()
      isolatable.cutAccounts()
    },
    cutAccounts() {
      upstream.beforeAccountsResponds = () => Promise.reject(new Error('cut'))
    },
    restoreAccounts() {
      upstream.beforeAccountsResponds = () => {}
    },
    holdLookup(key) {
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      upstream.beforeAccountsResponds = (_path, body) => {
        if (!body.includes(hashOf(key))) return
        held.resolve()
        return release.promise
      }
      return { release: release.resolve, held: held.promise }
    },
    async restoreAll() {
      isolatable.restoreAccounts()
      isolatable.restoreNats()
      if (isAccountsNatsCut) accountsNats.restore()
      isAccountsNatsCut = false
      await isolatable.synced()
      upstream.lookedUp.length = 0
      upstream.lookups.length = 0
    },
    async stop() {
      await gateway.stop()
      await Promise.all([gatewayNats.stop(), accountsNats.stop()])
      await nats.stop()
    },
  }
  await eventually('the first two keys are fed', async () => (await cachedKeys()) === 2)
  return isolatable
}
