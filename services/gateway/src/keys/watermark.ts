import { KEY_WATERMARK_BUCKET, KEY_WATERMARK_KEY, type KeyWatermark } from '@jobboard/contracts/keys/internal'
import { MAX_CLOCK_SKEW_MS } from '@jobboard/events/nats/authenticator'
import type { Bus } from '@jobboard/events/nats/bus'
import type { KeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { Kvm } from '@nats-io/kv'

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

/** Accepts each watermark once and only in order, so that a recorded one cannot be replayed. */
export interface WatermarkOrder {
  /** Whether this one was announced just now and is newer than all before. */
  isNext(watermark: KeyWatermark): boolean
}

/** `wallMs` is the wall clock; the one of accounts may differ by 30 s. */
export function openWatermarkOrder(wallMs: () => number): WatermarkOrder {
  let lastAtMs = Number.NEGATIVE_INFINITY
  return {
    isNext({ atMs }) {
      if (atMs <= lastAtMs || Math.abs(wallMs() - atMs) > MAX_CLOCK_SKEW_MS) return false
      lastAtMs = atMs
      return true
    },
  }
}
