import type { KeyRecord } from '@jobboard/contracts/internal/keys'

/** A key as the feed or accounts last reported it. */
export interface CachedKey {
  record: KeyRecord
  /** The feed brought it, and will bring its next change too. */
  isFed: boolean
  /** When it was last known to be right without the feed, real clock. */
  confirmedAtMs: number
}

/** Keys by the SHA-256 of their text, and hashes of which accounts has no key. */
export interface KeyCache {
  find(hash: string): CachedKey | undefined
  /** Stores what accounts returned to a look-up sent at `confirmedAtMs`, or, without it, what the feed brought. An older
   * version never replaces a newer one. */
  put(hash: string, record: KeyRecord, confirmedAtMs?: number): void
  delete(hash: string): void
  /** The feed ended: the keys that it brought were right until `syncedAtMs`. */
  endFeed(syncedAtMs: number): void
  isUnknown(hash: string): boolean
  putUnknown(hash: string): void
  /** The number of cached keys and of unknown hashes. */
  size(): { known: number; unknown: number }
}

/** How long an unknown hash is cached, and how many are at most. */
export const UNKNOWN_TTL_MS = 5_000
export const MAX_UNKNOWN = 10_000

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
      const isSame = cached?.record.version === record.version
      keys.set(hash, {
        record,
        isFed: confirmedAtMs === undefined || (isSame && cached.isFed),
        confirmedAtMs: confirmedAtMs ?? cached?.confirmedAtMs ?? Number.NEGATIVE_INFINITY,
      })
    },
    delete: (hash) => void keys.delete(hash),
    endFeed(syncedAtMs) {
      for (const cached of keys.values()) {
        if (!cached.isFed) continue
        cached.isFed = false
        cached.confirmedAtMs = Math.max(cached.confirmedAtMs, syncedAtMs)
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
    size: () => ({ known: keys.size, unknown: unknownUntilMs.size }),
  }
}
