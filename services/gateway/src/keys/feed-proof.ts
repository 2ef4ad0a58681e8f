import { KEY_WATERMARK_INTERVAL_MS, type KeyWatermark } from '@jobboard/contracts/internal/keys'

/** Whether all that accounts says is in the key bucket has come. A NATS that stores nothing, an accounts that cannot reach
 * it, a bucket that was made anew: each would look like keys that never change. */
export interface FeedProof {
  /** Everything in this bucket is here. */
  begin(bucket: KeyWatermark): void
  came(revision: number): void
  told(word: KeyWatermark): void
  /** It was so a moment ago: no key need be asked about. */
  isFresh(): boolean
  /** Accounts goes on about something that does not come: the bucket must be read anew. */
  isMissing(): boolean
}

/** One word may get lost, and another be late. */
const UNTOLD_MS = 3 * KEY_WATERMARK_INTERVAL_MS
const MISSING_MS = 1_000

/** Nothing is proved yet. `nowMs` is the real clock, monotonic. */
export function openFeedProof(nowMs: () => number): FeedProof {
  let here: KeyWatermark = { created: '', revision: 0 }
  let begunAtMs = Number.NEGATIVE_INFINITY
  let last = { created: '', revision: 0, atMs: Number.NEGATIVE_INFINITY }
  let provedAtMs = Number.NEGATIVE_INFINITY

  function prove(): void {
    if (last.created === here.created && last.revision <= here.revision) provedAtMs = last.atMs
  }
  return {
    begin(bucket) {
      here = { ...bucket }
      begunAtMs = nowMs()
      prove()
    },
    came(revision) {
      here.revision = Math.max(here.revision, revision)
      prove()
    },
    told(word) {
      last = { ...word, atMs: nowMs() }
      prove()
    },
    isFresh: () => nowMs() - provedAtMs < UNTOLD_MS,
    isMissing: () => last.atMs - Math.max(provedAtMs, begunAtMs) > MISSING_MS,
  }
}
