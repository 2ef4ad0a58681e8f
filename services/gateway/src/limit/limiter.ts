import type { LimitFamily } from '@jobboard/contracts/limits'

/** Says whether one more request of a key fits its family's limit. A shared one may answer later. */
export interface Limiter {
  take(keyId: string, family: LimitFamily): Decision | Promise<Decision>
}

/** A limiter that runs: what operators are told of it, and its end. */
export interface RunningLimiter extends Limiter {
  /** Entries: a key and a family each. */
  size(): number
  /** Replicas that count together, this one included; 0 when it is cut off from the others. */
  members(): number
  /** Requests decided without the replica that counts them, since the start. */
  decidedAlone(): number
  stop(): Promise<void>
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
