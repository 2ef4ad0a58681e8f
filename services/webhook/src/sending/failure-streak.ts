import { WEBHOOK_FAILURES_TO_DISABLE } from '@jobboard/contracts/limits'

const DISABLED_REASON = `${WEBHOOK_FAILURES_TO_DISABLE} failed attempts in a row`

/** A subscription's failure counter as stored. */
export interface FailureCounter {
  id: number
  employerId: number
  status: 'Active' | 'Disabled' | 'Deleted'
  /** Incremented when the subscription is enabled. */
  epoch: number
  consecutiveFailures: number
}

/** A counter's new value; with a reason the subscription is disabled. */
export interface CounterUpdate {
  id: number
  employerId: number
  consecutiveFailures: number
  disabledReason: string | null
}

/** The update that attempts in the order they ended cause (D-54), undefined when the counter stays the same: a success resets
 * it to 0, the tenth failure in a row disables, and later attempts are ignored. Attempts that began in an earlier epoch do
 * not count. */
export function updateCounter(
  counter: FailureCounter,
  attempts: readonly { epoch: number; succeeded: boolean }[],
): CounterUpdate | undefined {
  if (counter.status !== 'Active') return
  let consecutiveFailures = counter.consecutiveFailures
  for (const { epoch, succeeded } of attempts) {
    if (epoch !== counter.epoch) continue
    consecutiveFailures = succeeded ? 0 : consecutiveFailures + 1
    if (consecutiveFailures >= WEBHOOK_FAILURES_TO_DISABLE) break
  }
  if (consecutiveFailures === counter.consecutiveFailures) return
  const { id, employerId } = counter
  const disabledReason = consecutiveFailures >= WEBHOOK_FAILURES_TO_DISABLE ? DISABLED_REASON : null
  return { id, employerId, consecutiveFailures, disabledReason }
}
