import { setTimeout as sleep } from 'node:timers/promises'
import { findKeys, type KeyRecord, MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/internal/keys'
import type { Call } from '@jobboard/service/http/call'
import { openBatchedLookup } from './batched-lookup.ts'
import { type KeyPolicy, keyPolicies } from './feed-state.ts'
import type { CachedKey, KeyCache } from './key-cache.ts'
import type { KeyFeed } from './key-feed.ts'

/** Finds the record of a key by its SHA-256 in hex; undefined when no such key exists. Throws unavailable. */
export type Identify = (hash: string) => Promise<KeyRecord | undefined>

const LOOKUP_TIMEOUT_MS = 1_000
/** How long a request waits for accounts to confirm its key; then the cached record serves while its policy allows. */
const CONFIRM_TIMEOUT_MS = 250
/** How long no key is confirmed after accounts did not respond. */
const BACK_OFF_MS = 500
/** Unknown keys cost accounts at most 20 look-ups a second, of a few milliseconds each (P-42). That is 5 000 keys a second: a
 * gateway that starts without the feed caches the keys in use within moments. */
export const UNKNOWN_KEYS_INTERVAL_MS = 50

/** Joins cache, feed and accounts. `nowMs` is the real clock, monotonic. */
export function openIdentify(
  cache: KeyCache,
  feed: Pick<KeyFeed, 'state' | 'syncedAtMs'>,
  call: Call,
  nowMs: () => number,
): Identify {
  let accountsDownUntilMs = Number.NEGATIVE_INFINITY

  async function lookUpBatch(hashes: string[]): Promise<void> {
    // What accounts returns held at this moment or later, never before.
    const sentAtMs = nowMs()
    const options = { timeoutMs: LOOKUP_TIMEOUT_MS, isSafe: true }
    const records = await call(findKeys, { body: { hashes } }, options)
    for (const hash of hashes) {
      const record = records[hash]
      if (record) cache.put(hash, record, sentAtMs)
      else cache.putUnknown(hash)
    }
  }

  // Separate batches: a flood of unknown keys must not delay the confirmation of cached ones, which all exist and therefore
  // wait without a limit. An unknown key that finds the next batch full is 503, never 401 (P-42).
  const confirm = openBatchedLookup(lookUpBatch, { intervalMs: 0, maxWaiting: Number.POSITIVE_INFINITY })
  const lookUp = openBatchedLookup(lookUpBatch, {
    intervalMs: UNKNOWN_KEYS_INTERVAL_MS,
    maxWaiting: MAX_KEYS_PER_LOOKUP,
  })

  const policyOf = ({ isFed }: CachedKey): KeyPolicy => keyPolicies[isFed ? feed.state() : 'offline']

  function isConfirmed(cached: CachedKey): boolean {
    const { confirmAfterMs } = policyOf(cached)
    return confirmAfterMs === Number.POSITIVE_INFINITY || nowMs() - cached.confirmedAtMs < confirmAfterMs
  }

  function mayServeUnconfirmed(cached: CachedKey | undefined): cached is CachedKey {
    if (!cached) return false
    const { isFed, confirmedAtMs } = cached
    const rightAtMs = isFed ? Math.max(feed.syncedAtMs(), confirmedAtMs) : confirmedAtMs
    return nowMs() - rightAtMs < policyOf(cached).maxAgeMs
  }

  return async (hash) => {
    const cached = cache.find(hash)
    if (cached && isConfirmed(cached)) return cached.record
    if (!cached && cache.isUnknown(hash)) return undefined
    const mayServe = mayServeUnconfirmed(cached)
    if (mayServe && nowMs() < accountsDownUntilMs) return cached.record
    try {
      if (!mayServe) await (cached ? confirm : lookUp)(hash)
      else if (await isLate(confirm(hash))) accountsDownUntilMs = nowMs() + BACK_OFF_MS
    } catch (error) {
      if (cached) accountsDownUntilMs = nowMs() + BACK_OFF_MS
      // The feed may have brought it meanwhile.
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
