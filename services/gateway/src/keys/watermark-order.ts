import type { KeyWatermark } from '@jobboard/contracts/internal/keys'
import { MAX_CLOCK_SKEW_MS } from '@jobboard/events/nats/authenticator'

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
