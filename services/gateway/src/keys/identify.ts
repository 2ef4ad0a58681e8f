import { ApiError, unavailable } from '@jobboard/contracts/error'
import { findKey, type KeyRecord } from '@jobboard/contracts/internal/keys'
import type { Call } from '@jobboard/service/call'
import type { KeyCache, KnownKey } from './key-cache.ts'
import type { KeyFeed } from './key-feed.ts'

/** Finds the record of a key by its SHA-256 in hex; undefined when nobody has it. Throws unavailable. */
export type Identify = (hash: string) => Promise<KeyRecord | undefined>

/** Without the feed a record is confirmed by accounts again after this long (D-16). */
export const CONFIRMED_MS = 1_000
/** With neither feed nor accounts a record serves for at most this long after it was last known to be right. */
export const MAX_STALE_MS = 60_000

const ASK_TIMEOUT_MS = 1_000
const MAX_ASKING = 64

/** Joins the cache, the feed and accounts. `nowMs` is the real clock, monotonic. */
export function openIdentify(
  cache: KeyCache,
  feed: Pick<KeyFeed, 'isFresh' | 'freshAtMs'>,
  call: Call,
  nowMs: () => number = () => performance.now(),
): Identify {
  const asking = new Map<string, Promise<KeyRecord | undefined>>()
  let accountsDownUntilMs = Number.NEGATIVE_INFINITY

  async function ask(hash: string): Promise<KeyRecord | undefined> {
    try {
      const record = await call(findKey, { params: { hash } }, { timeoutMs: ASK_TIMEOUT_MS })
      cache.put(hash, record, 'accounts')
      // The feed may have brought a newer one meanwhile.
      return cache.find(hash)?.record
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return void cache.putUnknown(hash)
      accountsDownUntilMs = nowMs() + CONFIRMED_MS
      throw error
    }
  }

  // Many calls with one key ask once, and a flood of junk keys never asks more than a few things at a time.
  function askOnce(hash: string): Promise<KeyRecord | undefined> {
    const running = asking.get(hash)
    if (running) return running
    if (asking.size >= MAX_ASKING) return Promise.reject(unavailable('The accounts service'))
    const answer = ask(hash).finally(() => asking.delete(hash))
    asking.set(hash, answer)
    return answer
  }

  const ageMs = ({ isFed, provedAtMs }: KnownKey) =>
    nowMs() - (isFed ? Math.max(feed.freshAtMs(), provedAtMs) : provedAtMs)

  return async (hash) => {
    const known = cache.find(hash)
    if (known && ((known.isFed && feed.isFresh()) || nowMs() - known.provedAtMs < CONFIRMED_MS)) {
      return known.record
    }
    if (!known && cache.isUnknown(hash)) return undefined
    const isUsable = known !== undefined && ageMs(known) < MAX_STALE_MS
    if (isUsable && nowMs() < accountsDownUntilMs) return known.record
    try {
      return await askOnce(hash)
    } catch (error) {
      if (isUsable) return known.record
      throw error
    }
  }
}
