/** Attempts per event, and the delays between them: exponential from `initialDelayMs` to `maxDelayMs`. After an
 * outage (database or peer unavailable) exponential from `outageDelayMs` to 30 times that. */
export interface RetryPolicy {
  maxAttempts: number
  initialDelayMs: number
  maxDelayMs: number
  outageDelayMs: number
  /** This many outages in a row count as one attempt. */
  outagesPerAttempt: number
}

/** An event is dead-lettered after about 13 s. With outages that hit only this event it takes about 90 s while other
 * events are handled, and about 75 minutes when there are none. */
export const RETRY_POLICY: RetryPolicy = {
  maxAttempts: 8,
  initialDelayMs: 100,
  maxDelayMs: 30_000,
  outageDelayMs: 1_000,
  outagesPerAttempt: 20,
}

const MAX_OUTAGE_FACTOR = 30

/** Milliseconds until the next attempt. */
export function retryDelayMs(
  policy: RetryPolicy,
  isOutage: boolean,
  { attempts, outages }: { attempts: number; outages: number },
): number {
  const doublings = Math.max(0, attempts - 1)
  if (!isOutage) return Math.min(policy.initialDelayMs * 2 ** doublings, policy.maxDelayMs)
  const factor = Math.min(2 ** Math.max(doublings, outages - 1, 0), MAX_OUTAGE_FACTOR)
  return policy.outageDelayMs * factor
}
