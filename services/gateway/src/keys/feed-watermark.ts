import {
  KEY_WATERMARK_BUCKET,
  KEY_WATERMARK_INTERVAL_MS,
  KEY_WATERMARK_KEY,
  type KeyWatermark,
} from '@jobboard/contracts/keys/internal'
import { MAX_CLOCK_SKEW_MS } from '@jobboard/events/nats/authenticator'
import type { Bus } from '@jobboard/events/nats/bus'
import type { KeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { Kvm } from '@nats-io/kv'

/** A position in the key bucket that was created at `created`. */
type BucketPosition = Pick<KeyWatermark, 'created' | 'revision'>

/** How much of the key bucket is applied here, compared with what accounts announces to be in it. A NATS that
 * stores nothing, accounts cut off from it, a recreated bucket: without announcements each looks like keys
 * that never change. */
export interface FeedWatermark {
  /** The bucket was read: everything up to this revision is applied. */
  reset(bucket: BucketPosition): void
  /** The change of this revision is applied. */
  apply(revision: number): void
  /** NATS is responsive and has delivered everything it had. */
  heartbeat(): void
  /** Accounts announced at `atMs`, now by default, that every change committed so far is in this bucket, at this
   * revision or before, and that it has verified every entry up to there. */
  announce(announced: BucketPosition, atMs?: number): void
  /** All that was announced is applied, by an announcement of the last 750 ms. */
  isCurrent(): boolean
  /** For more than 1 s accounts has announced changes that do not arrive: the bucket must be read again. */
  isStalled(): boolean
  /** Up to which revision accounts has verified the entries of this bucket. */
  verifiedRevision(created: string): number
  /** When everything in the bucket was last known to be applied. */
  syncedAtMs(): number
  /** When accounts last proved that what is applied is everything. */
  provenAtMs(): number
}

/** Tolerates two lost announcements. */
const MAX_ANNOUNCEMENT_AGE_MS = 3 * KEY_WATERMARK_INTERVAL_MS
const MAX_STALL_MS = 1_000

/** Nothing is applied or announced yet. `nowMs` is the real clock, monotonic. */
export function openFeedWatermark(nowMs: () => number): FeedWatermark {
  let applied: BucketPosition = { created: '', revision: 0 }
  let announced: BucketPosition = { created: '', revision: 0 }
  let verified: BucketPosition = { created: '', revision: 0 }
  let resetAtMs = Number.NEGATIVE_INFINITY
  let syncedAtMs = Number.NEGATIVE_INFINITY
  let announcedAtMs = Number.NEGATIVE_INFINITY
  /** When the last announcement arrived that is fully applied. */
  let coveredAtMs = Number.NEGATIVE_INFINITY

  function compare(): void {
    if (announced.created !== applied.created || announced.revision > applied.revision) return
    coveredAtMs = announcedAtMs
    // Not before everything announced is applied: a correction by accounts may be on its way.
    verified = announced
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
    announce(watermark, atMs = nowMs()) {
      announced = watermark
      announcedAtMs = atMs
      compare()
    },
    isCurrent: () => nowMs() - coveredAtMs < MAX_ANNOUNCEMENT_AGE_MS,
    isStalled: () => announcedAtMs - Math.max(coveredAtMs, resetAtMs) > MAX_STALL_MS,
    verifiedRevision: (created) => (verified.created === created ? verified.revision : 0),
    syncedAtMs: () => syncedAtMs,
    provenAtMs: () => coveredAtMs,
  }
}

/** The last watermark that accounts stored; undefined when there is none. Never throws. */
export async function readStoredWatermark(
  bus: Bus,
  signer: KeyFeedSigner,
): Promise<KeyWatermark | undefined> {
  try {
    // A direct read: nats-server 2.9 crashes when it gets another read of a stream that is just being created.
    const bucket = await new Kvm(bus.js).open(KEY_WATERMARK_BUCKET, { allow_direct: true })
    const entry = await bucket.get(KEY_WATERMARK_KEY)
    return entry ? signer.readWatermark(entry.string()) : undefined
  } catch {
    return undefined
  }
}

/** Whether a watermark was announced just now and is newer than all before: each is accepted once and only in order, so that a
 * recorded one cannot be replayed. `wallMs` is the wall clock; the one of accounts may differ by 30 s. */
export function openWatermarkOrder(wallMs: () => number): (watermark: KeyWatermark) => boolean {
  let lastAtMs = Number.NEGATIVE_INFINITY
  return ({ atMs }) => {
    if (atMs <= lastAtMs || Math.abs(wallMs() - atMs) > MAX_CLOCK_SKEW_MS) return false
    lastAtMs = atMs
    return true
  }
}
