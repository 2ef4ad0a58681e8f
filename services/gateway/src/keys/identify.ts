import { setTimeout as sleep } from 'node:timers/promises'
import { findKeys, type KeyRecord, MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/internal/keys'
import type { Call } from '@jobboard/service/http/call'
import type { KeyCache, KnownKey } from './key-cache.ts'
import type { KeyFeed } from './key-feed.ts'
import { openQuestions } from './questions.ts'

/** Finds the record of a key by its SHA-256 in hex; undefined when nobody has it. Throws unavailable. */
export type Identify = (hash: string) => Promise<KeyRecord | undefined>

/** Without the feed a record is confirmed by accounts again after this long: half of what D-16 allows. */
export const CONFIRMED_MS = 500
/** With neither feed nor accounts a record serves for at most this long after it was last known to be right. */
export const MAX_STALE_MS = 60_000

const ASK_TIMEOUT_MS = 1_000
/** A call waits this long for accounts to confirm its key; then the key serves as it was last known. */
const PATIENCE_MS = 250
/** Strangers cost accounts at most 20 questions a second, of a few milliseconds each, whatever they send. That is
 * 5 000 keys a second: a gateway that starts without the feed learns those that are in use within moments. */
export const STRANGERS_EVERY_MS = 50

/** Joins the cache, the feed and accounts. `nowMs` is the real clock, monotonic. */
export function openIdentify(
  cache: KeyCache,
  feed: Pick<KeyFeed, 'isFresh' | 'wholeAtMs'>,
  call: Call,
  nowMs: () => number,
): Identify {
  let accountsDownUntilMs = Number.NEGATIVE_INFINITY

  async function ask(hashes: string[]): Promise<void> {
    // What accounts says was so at this moment or later, never before.
    const askedAtMs = nowMs()
    const options = { timeoutMs: ASK_TIMEOUT_MS, isSafe: true }
    const records = await call(findKeys, { body: { hashes } }, options)
    for (const hash of hashes) {
      const record = records[hash]
      if (record) cache.put(hash, record, askedAtMs)
      else cache.putUnknown(hash)
    }
  }

  // Apart, so that a flood of junk keys never keeps a known key from being confirmed. Known ones are all real: they wait
  // however many they are. A stranger that finds the next question full is told to come again, never that it is unknown.
  const confirm = openQuestions(ask, { everyMs: 0, maxWaiting: Number.POSITIVE_INFINITY })
  const lookUp = openQuestions(ask, { everyMs: STRANGERS_EVERY_MS, maxWaiting: MAX_KEYS_PER_LOOKUP })

  const ageMs = ({ isFed, provedAtMs }: KnownKey) =>
    nowMs() - (isFed ? Math.max(feed.wholeAtMs(), provedAtMs) : provedAtMs)
  const isUsable = (known: KnownKey | undefined): known is KnownKey =>
    known !== undefined && ageMs(known) < MAX_STALE_MS

  return async (hash) => {
    const known = cache.find(hash)
    if (known && ((known.isFed && feed.isFresh()) || nowMs() - known.provedAtMs < CONFIRMED_MS)) {
      return known.record
    }
    if (!known && cache.isUnknown(hash)) return undefined
    if (isUsable(known) && nowMs() < accountsDownUntilMs) return known.record
    try {
      if (!isUsable(known)) await (known ? confirm : lookUp)(hash)
      else if (await isLate(confirm(hash))) accountsDownUntilMs = nowMs() + CONFIRMED_MS
    } catch (error) {
      if (known) accountsDownUntilMs = nowMs() + CONFIRMED_MS
      // The feed may have brought it meanwhile.
      const heard = cache.find(hash)
      if (isUsable(heard)) return heard.record
      throw error
    }
    return cache.find(hash)?.record
  }
}

function isLate(answer: Promise<void>): Promise<boolean> {
  return Promise.race([answer.then(() => false), sleep(PATIENCE_MS, true, { ref: false })])
}
