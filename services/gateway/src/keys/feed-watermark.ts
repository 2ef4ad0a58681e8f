import { KEY_WATERMARK_INTERVAL_MS, type KeyWatermark } from '@jobboard/contracts/internal/keys'

/** How much of the key bucket is applied here, compared with what accounts announces to be in it. A NATS that stores
 * nothing, accounts cut off from it, a recreated bucket: without announcements each looks like keys that never change. */
export interface FeedWatermark {
  /** The bucket was read: everything up to this revision is applied. */
  reset(bucket: KeyWatermark): void
  /** The change of this revision is applied. */
  apply(revision: number): void
  /** NATS is responsive and has delivered everything it had. */
  heartbeat(): void
  /** Accounts announced that every change committed so far is in this bucket, at this revision or before. */
  announce(announced: KeyWatermark): void
  /** All that was announced is applied, by an announcement of the last 750 ms. */
  isCurrent(): boolean
  /** Accounts has been announcing for more than 1 s what does not arrive: the bucket must be read again. */
  isStalled(): boolean
  /** When everything in the bucket was last known to be applied. */
  syncedAtMs(): number
}

/** Tolerates two lost announcements. */
const MAX_ANNOUNCEMENT_AGE_MS = 3 * KEY_WATERMARK_INTERVAL_MS
const MAX_STALL_MS = 1_000

/** Nothing is applied or announced yet. `nowMs` is the real clock, monotonic. */
export function openFeedWatermark(nowMs: () => number): FeedWatermark {
  let applied: KeyWatermark = { created: '', revision: 0 }
  let announced: KeyWatermark = { created: '', revision: 0 }
  let resetAtMs = Number.NEGATIVE_INFINITY
  let syncedAtMs = Number.NEGATIVE_INFINITY
  let announcedAtMs = Number.NEGATIVE_INFINITY
  /** When the last announcement came of which everything is applied. */
  let coveredAtMs = Number.NEGATIVE_INFINITY

  function compare(): void {
    if (announced.created === applied.created && announced.revision <= applied.revision)
      coveredAtMs = announcedAtMs
  }
  return {
    reset(bucket) {
      applied = { ...bucket }
      resetAtMs = nowMs()
      syncedAtMs = resetAtMs
      compare()
    },
    apply(revision) {
      applied.revision = Math.max(applied.revision, revision)
      syncedAtMs = nowMs()
      compare()
    },
    heartbeat() {
      syncedAtMs = nowMs()
    },
    announce(watermark) {
      announced = watermark
      announcedAtMs = nowMs()
      compare()
    },
    isCurrent: () => nowMs() - coveredAtMs < MAX_ANNOUNCEMENT_AGE_MS,
    isStalled: () => announcedAtMs - Math.max(coveredAtMs, resetAtMs) > MAX_STALL_MS,
    syncedAtMs: () => syncedAtMs,
  }
}
