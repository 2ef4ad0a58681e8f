import type { LimitFamily } from '@jobboard/contracts/limits'

/** Says whether one more request of a key fits its family's limit. A shared one may answer later. */
export interface Limiter {
  take(keyId: string, family: LimitFamily): Decision | Promise<Decision>
}

export interface Decision {
  ok: boolean
  /** Requests that still fit right now. */
  remaining: number
  /** Milliseconds until one more fits; 0 when one does now. */
  retryAfterMs: number
  /** Milliseconds until the oldest counted request stops counting. */
  resetMs: number
}
