import { hashOf } from '@jobboard/service/auth/api-key'
import type { HttpResponse } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import type { Minted } from './accounts.ts'
import { openLine } from './cuttable-proxy.ts'
import { type Arena, startArena } from './setup.ts'

/** A gateway whose ways to NATS and to accounts can be cut. Its monotonic clock stands still unless it is moved, so that
 * nothing grows old by itself. */
export interface CutOff extends Arena {
  pass(ms: number): void
  get(key: string): Promise<HttpResponse<{ code: string }>>
  status(key: string): Promise<number>
  /** How often accounts was asked about a key since all was well. */
  asks(key: string): number
  metric(name: string): Promise<number>
  /** Resolves when the feed is fresh. */
  fresh(): Promise<void>
  /** Has a key minted and waits until the feed has brought it. */
  fed(mint?: () => Promise<Minted>): Promise<Minted>
  /** NATS falls silent, and has been for longer than it may be. */
  cutFeed(): void
  mendFeed(): void
  /** Accounts can reach neither NATS nor the gateway. */
  cutAccounts(): void
  /** Accounts answers no more; NATS is as before. */
  cutAnswers(): void
  mendAnswers(): void
  /** Holds back what accounts answers to questions about this key; the promise is fulfilled once it has answered. */
  holdAnswer(key: string): { release: () => void; held: Promise<void> }
  /** Resolves when all is well again. */
  mend(): Promise<void>
}

/** Starts it. */
export async function startCutOff(): Promise<CutOff> {
  const nats = await openNats()
  const [line, accountsLine] = [await openLine(nats.url), await openLine(nats.url)]
  let nowMs = 1_000_000
  const arena = await startArena({
    natsUrl: line.url,
    accountsNatsUrl: accountsLine.url,
    nowMs: () => nowMs,
  })
  const { world } = arena
  const get = (key: string) =>
    arena.api(key).get(key.startsWith('ck') ? '/api/v1/me/applications' : '/api/v1/jobs')
  const metric = async (name: string) => {
    const text = await (await fetch(`${arena.adminUrl}/metrics`)).text()
    const found = text.split('\n').find((one) => one.startsWith(`${name} `))
    return Number(found?.slice(name.length + 1))
  }
  const known = () => metric('gateway_keys{state="known"}')
  const cutOff: CutOff = {
    ...arena,
    pass(ms) {
      nowMs += ms
    },
    get,
    status: async (key) => (await get(key)).status,
    asks: (key) => world.asked.filter((hash) => hash === hashOf(key)).length,
    metric,
    async fresh() {
      await eventually('the feed is fresh', async () => (await metric('gateway_key_feed_fresh')) === 1)
    },
    async fed(mint = arena.accounts.mint) {
      const before = await known()
      const minted = await mint()
      await eventually('the key is fed', async () => (await known()) > before)
      return minted
    },
    cutFeed() {
      line.cut()
      nowMs += 1_000
    },
    mendFeed: line.mend,
    cutAccounts() {
      accountsLine.cut()
      cutOff.cutAnswers()
    },
    cutAnswers() {
      world.onAccounts = () => Promise.reject(new Error('cut'))
    },
    mendAnswers() {
      world.onAccounts = () => {}
    },
    holdAnswer(key) {
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      world.onAccounts = (_path, body) => {
        if (!body.includes(hashOf(key))) return
        held.resolve()
        return release.promise
      }
      return { release: release.resolve, held: held.promise }
    },
    async mend() {
      cutOff.mendAnswers()
      line.mend()
      accountsLine.mend()
      await cutOff.fresh()
      world.asked.length = 0
      world.questions.length = 0
    },
    async stop() {
      await arena.stop()
      await Promise.all([line.stop(), accountsLine.stop()])
      await nats.stop()
    },
  }
  await eventually('its own two keys are fed', async () => (await known()) === 2)
  return cutOff
}
