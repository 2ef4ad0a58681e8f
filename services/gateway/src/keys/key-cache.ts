import type { KeyRecord } from '@jobboard/contracts/internal/keys'

/** A key as it was last heard of. */
export interface KnownKey {
  record: KeyRecord
  /** It came by the feed, which will tell of the next change too. */
  isFed: boolean
  /** When it was last known to be right without the feed, real clock. */
  provedAtMs: number
}

/** Keys by the SHA-256 of their text, and hashes that were found to be nobody's. */
export interface KeyCache {
  find(hash: string): KnownKey | undefined
  /** An older version never replaces a newer one. */
  put(hash: string, record: KeyRecord, source: 'feed' | 'accounts'): void
  drop(hash: string): void
  /** The feed ended; until then it was right about every key it had brought. */
  endFeed(wholeAtMs: number): void
  isUnknown(hash: string): boolean
  putUnknown(hash: string): void
  /** How many hashes of either sort it holds. */
  size(): { known: number; unknown: number }
}

/** How long accounts is not asked again about a key that does not exist, and how many of those are remembered. */
export const UNKNOWN_MS = 5_000
export const MAX_UNKNOWN = 10_000

/** An empty cache. `nowMs` is the real clock, monotonic. */
export function openKeyCache(nowMs: () => number): KeyCache {
  const keys = new Map<string, KnownKey>()
  const unknown = new Map<string, number>()
  return {
    find: (hash) => keys.get(hash),
    put(hash, record, source) {
      unknown.delete(hash)
      const known = keys.get(hash)
      if (known && known.record.version > record.version) return
      const isSame = known?.record.version === record.version
      keys.set(hash, {
        record,
        isFed: source === 'feed' || (isSame && known.isFed),
        provedAtMs: source === 'accounts' ? nowMs() : (known?.provedAtMs ?? Number.NEGATIVE_INFINITY),
      })
    },
    drop: (hash) => void keys.delete(hash),
    endFeed(wholeAtMs) {
      for (const known of keys.values()) {
        if (!known.isFed) continue
        known.isFed = false
        known.provedAtMs = Math.max(known.provedAtMs, wholeAtMs)
      }
    },
    isUnknown(hash) {
      const untilMs = unknown.get(hash)
      if (untilMs === undefined) return false
      if (untilMs > nowMs()) return true
      unknown.delete(hash)
      return false
    },
    putUnknown(hash) {
      keys.delete(hash)
      if (unknown.size >= MAX_UNKNOWN) unknown.delete(unknown.keys().next().value!)
      unknown.set(hash, nowMs() + UNKNOWN_MS)
    },
    size: () => ({ known: keys.size, unknown: unknown.size }),
  }
}
