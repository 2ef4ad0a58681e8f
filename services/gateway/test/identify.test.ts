import { MAX_KEYS_PER_QUESTION } from '@jobboard/contracts/internal/keys'
import { hashOf, mintKey } from '@jobboard/service/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONFIRMED_MS, MAX_STALE_MS } from '../src/keys/identify.ts'
import { UNKNOWN_MS } from '../src/keys/key-cache.ts'
import type { Minted } from './accounts.ts'
import { type Line, openLine } from './line.ts'
import { type Arena, startArena } from './setup.ts'

// The monotonic clock stands still unless a test moves it, so that nothing grows old by itself.
let nowMs = 1_000_000
let nats: Awaited<ReturnType<typeof openNats>>
let line: Line
let arena: Arena

beforeAll(async () => {
  nats = await openNats()
  line = await openLine(nats.url)
  arena = await startArena({ natsUrl: line.url, accountsNatsUrl: nats.url, nowMs: () => nowMs })
  await eventually('its own two keys are fed', async () => (await known()) === 2)
})
afterAll(async () => {
  await arena.stop()
  await line.stop()
  await nats.stop()
})
beforeEach(async () => {
  await fresh()
  arena.world.asked.length = 0
  arena.world.questions.length = 0
})
afterEach(() => {
  arena.world.onAccounts = () => {}
  line.mend()
})

const get = (key: string) =>
  arena.api(key).get(key.startsWith('ck') ? '/api/v1/me/applications' : '/api/v1/jobs')
const status = async (key: string) => (await get(key)).status
const asks = (key: string) => arena.world.asked.filter((hash) => hash === hashOf(key)).length
const fresh = () =>
  eventually('the feed is fresh', async () => (await metric('gateway_key_feed_fresh')) === 1)
const kinds = [
  ['recruiter', () => arena.accounts.mint()],
  ['candidate', () => arena.accounts.mintCandidate()],
] as const

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${arena.adminUrl}/metrics`)).text()
  const line = text.split('\n').find((found) => found.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

const known = () => metric('gateway_keys{state="known"}')

/** Has a key minted and waits until the feed has brought it. */
async function fed(mint: () => Promise<Minted>): Promise<Minted> {
  const before = await known()
  const minted = await mint()
  await eventually('the key is fed', async () => (await known()) > before)
  return minted
}

/** NATS falls silent, and has been for longer than it may be. */
function cutFeed(): void {
  line.cut()
  nowMs += 1_000
}

/** Holds back what accounts answers to the next question; the promise is fulfilled once it has answered. */
function holdAnswer(): { release: () => void; held: Promise<void> } {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  arena.world.onAccounts = (path) => {
    if (!path.endsWith('/find')) return
    arena.world.onAccounts = () => {}
    held.resolve()
    return release.promise
  }
  return { release: release.resolve, held: held.promise }
}

test.each(kinds)(
  'a %s key that was fed is never asked about, and its revocation is known at once (D-16)',
  async (_kind, mint) => {
    const { id, apiKey } = await fed(mint)
    expect(await status(apiKey)).toBe(200)
    nowMs += 10 * MAX_STALE_MS
    await fresh()
    expect(await status(apiKey)).toBe(200)
    await arena.accounts.revoke(id)
    await eventually('the key is refused', async () => (await status(apiKey)) === 401)
    expect(asks(apiKey)).toBe(0)
  },
)

test.each(kinds)(
  'without the feed accounts confirms a %s key every second, so a revocation still counts (D-16)',
  async (_kind, mint) => {
    const { id, apiKey } = await fed(mint)
    cutFeed()
    expect(await status(apiKey)).toBe(200)
    await arena.accounts.revoke(id)
    expect(await status(apiKey)).toBe(200)
    expect(asks(apiKey)).toBe(1)
    nowMs += CONFIRMED_MS
    await eventually('the key is refused', async () => (await status(apiKey)) === 401)
    expect(asks(apiKey)).toBe(2)
  },
)

test('a key that the feed has not brought yet is asked about, every second until it has', async () => {
  cutFeed()
  const { apiKey } = await arena.accounts.mint()
  for (const times of [1, 1, 2]) {
    if (times === 2) nowMs += CONFIRMED_MS
    expect(await status(apiKey)).toBe(200)
    expect(asks(apiKey)).toBe(times)
  }
  line.mend()
  await fresh()
  nowMs += MAX_STALE_MS
  await fresh()
  expect(await status(apiKey)).toBe(200)
  expect(asks(apiKey)).toBe(2)
})

test('503: with neither feed nor accounts a known key serves for 60 s and not a moment longer, an unknown one is not refused', async () => {
  const { apiKey } = await fed(() => arena.accounts.mint())
  const { apiKey: unseen } = await arena.accounts.mint()
  cutFeed()
  arena.world.onAccounts = () => Promise.reject(new Error('cut'))
  nowMs += MAX_STALE_MS - 1_000 - 1
  expect(await status(apiKey)).toBe(200)
  nowMs += 1
  for (const key of [apiKey, mintKey('recruiter')]) {
    const answer = await get(key)
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ])
  }
  arena.world.onAccounts = () => {}
  expect(await status(apiKey)).toBe(200)
  expect(await status(unseen)).toBe(200)
})

test('while accounts is down it is not asked for every call', async () => {
  const { apiKey } = await fed(() => arena.accounts.mint())
  cutFeed()
  arena.world.onAccounts = () => Promise.reject(new Error('cut'))
  for (let i = 0; i < 30; i++) expect(await status(apiKey)).toBe(200)
  // One question, tried twice.
  expect(asks(apiKey)).toBe(2)
})

test('while accounts hangs a known key is served as it was', async () => {
  const { apiKey } = await fed(() => arena.accounts.mint())
  cutFeed()
  const { release, held } = holdAnswer()
  const answers = Array.from({ length: 5 }, () => status(apiKey))
  await held
  expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200])
  expect(await status(apiKey)).toBe(200)
  expect(arena.world.questions).toHaveLength(1)
  release()
})

test('a revocation that the feed brings while accounts is asked wins over the older answer', async () => {
  cutFeed()
  const { id, apiKey } = await arena.accounts.mint()
  const { release, held } = holdAnswer()
  const before = await known()
  const running = status(apiKey)
  await held
  await arena.accounts.revoke(id)
  line.mend()
  await eventually('the key is fed', async () => (await known()) > before)
  await eventually('the key is refused', async () => (await status(apiKey)) === 401)
  release()
  expect(await running).toBe(401)
})

test('401: many calls at once with one junk key ask once, and it is remembered for 5 s', async () => {
  const junk = mintKey('recruiter')
  const statuses = await Promise.all(Array.from({ length: 100 }, () => status(junk)))
  expect(new Set(statuses)).toEqual(new Set([401]))
  expect(await status(junk)).toBe(401)
  expect(asks(junk)).toBe(1)
  nowMs += UNKNOWN_MS
  expect(await status(junk)).toBe(401)
  expect(asks(junk)).toBe(2)
})

test('503: a stranger who finds the next question full may come again; known keys are confirmed beside it', async () => {
  const { id, apiKey } = await fed(() => arena.accounts.mint())
  cutFeed()
  // Too long ago to be served without a word of accounts.
  nowMs += MAX_STALE_MS
  const { release, held } = holdAnswer()
  const first = status(mintKey('recruiter'))
  await held
  const room = MAX_KEYS_PER_QUESTION
  const turnedAway = Promise.withResolvers<void>()
  let away = 0
  const flood = Array.from({ length: room + 50 }, async () => {
    const { status, headers } = await get(mintKey('recruiter'))
    if (status === 503 && headers.get('retry-after') === '1' && ++away === 50) turnedAway.resolve()
    return status
  })
  await turnedAway.promise
  const { apiKey: unseen } = await arena.accounts.mint()
  expect(await status(unseen)).toBe(503)
  expect(await status(apiKey)).toBe(200)
  await arena.accounts.revoke(id)
  nowMs += CONFIRMED_MS
  await eventually('the revocation counts', async () => (await status(apiKey)) === 401)

  release()
  expect(await first).toBe(401)
  const statuses = await Promise.all(flood)
  expect(statuses.filter((status) => status === 401)).toHaveLength(room)
  expect(away).toBe(50)
  expect(await status(unseen)).toBe(200)
})
