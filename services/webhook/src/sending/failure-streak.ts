import { WEBHOOK_FAILURES_TO_DISABLE } from '@jobboard/contracts/limits'

const DISABLED_REASON = `${WEBHOOK_FAILURES_TO_DISABLE} failed attempts in a row`

/** Failed attempts in a row of one subscription, over all its deliveries. */
interface FailureStreak {
  consecutiveFailures: number
  /** The streak reached the limit: the subscription must be disabled. */
  disables: boolean
}

/** Continues a streak with results in the order the attempts ended (D-54): a success resets it to 0, the
 * tenth failure in a row disables, and later results are ignored. */
export function continueStreak(consecutiveFailures: number, succeeded: readonly boolean[]): FailureStreak {
  let failures = consecutiveFailures
  for (const success of succeeded) {
    failures = success ? 0 : failures + 1
    if (failures >= WEBHOOK_FAILURES_TO_DISABLE) return { consecutiveFailures: failures, disables: true }
  }
  return { consecutiveFailures: failures, disables: false }
}

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

/** The update that attempts in the order they ended cause, undefined when the counter stays the same.
 * Attempts that began in an earlier epoch do not count. */
export function updateCounter(
  counter: FailureCounter,
  attempts: readonly { epoch: number; succeeded: boolean }[],
): CounterUpdate | undefined {
  if (counter.status !== 'Active') return
  const current = attempts.filter(({ epoch }) => epoch === counter.epoch)
  const streak = continueStreak(
    counter.consecutiveFailures,
    current.map(({ succeeded }) => succeeded),
  )
  if (streak.consecutiveFailures === counter.consecutiveFailures) return
  const { consecutiveFailures, disables } = streak
  const { id, employerId } = counter
  return { id, employerId, consecutiveFailures, disabledReason: disables ? DISABLED_REASON : null }
}
