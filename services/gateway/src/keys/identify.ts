import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '@jobboard/contracts/error'
import { findKeys, type KeyRecord, MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/keys/internal'
import type { Call } from '@jobboard/service/lifecycle/call'
import type { CachedKey, KeyCache } from './key-cache.ts'
import type { KeyFeed } from './key-feed.ts'

/** Finds the record of a key by its SHA-256 in hex; undefined when no such key exists. Throws unavailable. */
export type Identify = (hash: string) => Promise<KeyRecord | undefined>

/** How long after its last confirmation by accounts a key is confirmed again: half of the second that D-16 allows
 * a revocation to take. A synced key that the feed brought never is. */
export const CONFIRM_AFTER_MS = 500
/** Without accounts a key serves for this long after its changes last arrived. */
export const MAX_UNFOLLOWED_MS = 60_000
const LOOKUP_TIMEOUT_MS = 1_000
/** How long a request waits for accounts to confirm its key; then the cached record serves while it is
 * trusted. */
const CONFIRM_TIMEOUT_MS = 250
/** How long no key is confirmed after accounts did not respond. */
const BACK_OFF_MS = 500
/** Unknown keys cost accounts at most 20 look-ups a second, of a few milliseconds each. That is 5 000
 * keys a second: a gateway that starts without the feed caches the keys in use within moments. */
export const UNKNOWN_KEYS_INTERVAL_MS = 50

/** What identifying a key needs. */
interface IdentifySettings {
  cache: KeyCache
  feed: Pick<KeyFeed, 'state' | 'syncedAtMs' | 'provenAtMs'>
  call: Call
  /** Without accounts a key serves for this long after it was last proven to be right. */
  trustMs: number
  /** The real clock, monotonic. */
  nowMs(): number
}

/** Joins cache, feed and accounts. */
export function openIdentify({ cache, feed, call, trustMs, nowMs }: IdentifySettings): Identify {
  let accountsDownUntilMs = Number.NEGATIVE_INFINITY

  async function lookUpBatch(hashes: string[]): Promise<void> {
    // The result is at least as recent as this moment.
    const sentAtMs = nowMs()
    const options = { timeoutMs: LOOKUP_TIMEOUT_MS, isSafe: true }
    const records = await call(findKeys, { body: { hashes } }, options)
    for (const hash of hashes) {
      const record = records[hash]
      if (record) cache.put(hash, record, sentAtMs)
      else cache.putUnknown(hash)
    }
  }

  // Separate batches: a flood of unknown keys must not delay the confirmation of cached ones, which all exist
  // and therefore wait without a limit. An unknown key that finds the next batch full is 503, never 401
  //.
  const confirm = openBatchedLookup(lookUpBatch, { intervalMs: 0, maxWaiting: Number.POSITIVE_INFINITY })
  const lookUp = openBatchedLookup(lookUpBatch, {
    intervalMs: UNKNOWN_KEYS_INTERVAL_MS,
    maxWaiting: MAX_KEYS_PER_LOOKUP,
  })

  function isConfirmed({ isFed, suspectSinceMs, confirmedAtMs }: CachedKey): boolean {
    if (isFed && suspectSinceMs === undefined && feed.state() === 'synced') return true
    return nowMs() - confirmedAtMs < CONFIRM_AFTER_MS
  }

  function mayServeUnconfirmed(cached: CachedKey | undefined): cached is CachedKey {
    if (!cached) return false
    const { isFed, suspectSinceMs, confirmedAtMs } = cached
    const followedAtMs = isFed ? feed.syncedAtMs() : cached.followedUntilMs
    const provenAtMs = isFed
      ? Math.min(feed.provenAtMs(), suspectSinceMs ?? Number.POSITIVE_INFINITY)
      : cached.provenUntilMs
    // While the state is offline the time without a change of the bucket is not proven to be quiet.
    const isFollowed = isFed && feed.state() !== 'offline'
    return (
      nowMs() - Math.max(provenAtMs, confirmedAtMs) < trustMs &&
      (isFollowed || nowMs() - Math.max(followedAtMs, confirmedAtMs) < MAX_UNFOLLOWED_MS)
    )
  }

  return async (hash) => {
    const cached = cache.find(hash)
    // A revocation is final: it needs no confirmation, and no outage ends it.
    if (cached && (cached.record.status === 'Revoked' || isConfirmed(cached))) return cached.record
    if (!cached && cache.isUnknown(hash)) return undefined
    const mayServe = mayServeUnconfirmed(cached)
    if (mayServe && nowMs() < accountsDownUntilMs) return cached.record
    try {
      if (!mayServe) await (cached ? confirm : lookUp)(hash)
      else if (await isLate(confirm(hash))) accountsDownUntilMs = nowMs() + BACK_OFF_MS
    } catch (error) {
      if (cached) accountsDownUntilMs = nowMs() + BACK_OFF_MS
      // The feed may have brought the key meanwhile.
      const current = cache.find(hash)
      if (mayServeUnconfirmed(current)) return current.record
      throw error
    }
    return cache.find(hash)?.record
  }
}

function isLate(confirmation: Promise<void>): Promise<boolean> {
  return Promise.race([confirmation.then(() => false), sleep(CONFIRM_TIMEOUT_MS, true, { ref: false })])
}

/** Looks up one key by its hash; resolves when the result is in the cache. Throws unavailable. */
type LookUp = (hash: string) => Promise<void>

/** Sends one batch at a time, and at most one per `intervalMs`. Hashes that arrive meanwhile wait for the
 * next batch, each once. While `maxWaiting` hashes wait, another one is refused at once: unavailable. */
export function openBatchedLookup(
  lookUpBatch: (hashes: string[]) => Promise<void>,
  { intervalMs, maxWaiting }: { intervalMs: number; maxWaiting: number },
): LookUp {
  const pending = new Map<string, Promise<void>>()
  let waiting = 0
  let next: { hashes: string[]; result: Promise<void> } | undefined
  let previous: Promise<unknown> = Promise.resolve()

  function openBatch() {
    const hashes: string[] = []
    const result = previous
      .then(() => {
        if (next === batch) next = undefined
        waiting -= hashes.length
        return lookUpBatch(hashes)
      })
      .finally(() => {
        for (const hash of hashes) pending.delete(hash)
      })
    const pause = previous.then(() => sleep(intervalMs, undefined, { ref: false }))
    previous = Promise.allSettled([result, pause])
    const batch = { hashes, result }
    return batch
  }

  return (hash) => {
    const running = pending.get(hash)
    if (running) return running
    if (waiting >= maxWaiting) return Promise.reject(unavailable('The accounts service'))
    if (!next || next.hashes.length === MAX_KEYS_PER_LOOKUP) next = openBatch()
    next.hashes.push(hash)
    waiting++
    pending.set(hash, next.result)
    return next.result
  }
}
