import { ENDED_KEY_RETENTION_MS, type KeyRecord } from '@jobboard/contracts/keys/internal'

/** A key as the feed or accounts last reported it. Times are of the real clock, monotonic. */
export interface CachedKey {
  record: KeyRecord
  /** The feed brought it, and will bring its next change too. */
  isFed: boolean
  /** Since when the bucket has something else under this hash, so that accounts must confirm the key. */
  suspectSinceMs: number | undefined
  /** When the last look-up was sent that returned it. */
  confirmedAtMs: number
  /** Of a key that the feed no longer brings: until when its changes arrived, and until when it was proven that
   * they did. */
  followedUntilMs: number
  provenUntilMs: number
}

/** Keys by the SHA-256 of their text, and hashes of which accounts has no key. */
export interface KeyCache {
  find(hash: string): CachedKey | undefined
  /** Stores what accounts returned to a look-up sent at `confirmedAtMs`, or, without it, what the feed
   * brought. An older version never replaces a newer one. */
  put(hash: string, record: KeyRecord, confirmedAtMs?: number): void
  /** The bucket has something else under this hash: accounts must confirm the key. */
  suspect(hash: string): void
  /** The feed ended: the keys that it brought were followed, and proven to be right, until then. */
  endFeed(untilMs: { followedMs: number; provenMs: number }): void
  isUnknown(hash: string): boolean
  putUnknown(hash: string): void
  /** Drops keys that ended a day ago by the business clock, and those that the feed does not bring and that
   * nobody has confirmed for `maxAgeMs`. */
  sweep(businessMs: number, maxAgeMs: number): void
  /** The number of cached keys and of unknown hashes. */
  size(): { known: number; unknown: number }
}

/** How long an unknown hash is cached, and how many are at most. */
export const UNKNOWN_TTL_MS = 5_000
export const MAX_UNKNOWN = 10_000

const NEVER = Number.NEGATIVE_INFINITY

/** An empty cache. `nowMs` is the real clock, monotonic. */
export function openKeyCache(nowMs: () => number): KeyCache {
  const keys = new Map<string, CachedKey>()
  const unknownUntilMs = new Map<string, number>()
  return {
    find: (hash) => keys.get(hash),
    put(hash, record, confirmedAtMs) {
      unknownUntilMs.delete(hash)
      const cached = keys.get(hash)
      if (cached && cached.record.version > record.version) return
      const isByFeed = confirmedAtMs === undefined
      const isSame = cached?.record.version === record.version
      keys.set(hash, {
        record,
        isFed: isByFeed || (isSame && cached.isFed),
        suspectSinceMs: isByFeed || !isSame ? undefined : cached.suspectSinceMs,
        confirmedAtMs: confirmedAtMs ?? cached?.confirmedAtMs ?? NEVER,
        followedUntilMs: cached?.followedUntilMs ?? NEVER,
        provenUntilMs: cached?.provenUntilMs ?? NEVER,
      })
    },
    suspect(hash) {
      const cached = keys.get(hash)
      if (cached?.isFed) cached.suspectSinceMs ??= nowMs()
    },
    endFeed({ followedMs, provenMs }) {
      for (const cached of keys.values()) {
        if (!cached.isFed) continue
        cached.isFed = false
        cached.followedUntilMs = followedMs
        cached.provenUntilMs = Math.min(provenMs, cached.suspectSinceMs ?? provenMs)
        cached.suspectSinceMs = undefined
      }
    },
    isUnknown(hash) {
      const untilMs = unknownUntilMs.get(hash)
      if (untilMs === undefined) return false
      if (untilMs > nowMs()) return true
      unknownUntilMs.delete(hash)
      return false
    },
    putUnknown(hash) {
      keys.delete(hash)
      if (unknownUntilMs.size >= MAX_UNKNOWN) unknownUntilMs.delete(unknownUntilMs.keys().next().value!)
      unknownUntilMs.set(hash, nowMs() + UNKNOWN_TTL_MS)
    },
    sweep(businessMs, maxAgeMs) {
      const now = nowMs()
      const endedBefore = businessMs - ENDED_KEY_RETENTION_MS
      for (const [hash, { record, isFed, confirmedAtMs, provenUntilMs }] of keys) {
        const { revokedAtMs, expiresAtMs } = record
        const hasEnded = Math.min(revokedAtMs ?? Infinity, expiresAtMs ?? Infinity) < endedBefore
        const isTooOld = !isFed && now - Math.max(confirmedAtMs, provenUntilMs) > maxAgeMs
        if (hasEnded || isTooOld) keys.delete(hash)
      }
    },
    size: () => ({ known: keys.size, unknown: unknownUntilMs.size }),
  }
}
