import type { deliveryStatuses } from '@jobboard/contracts/endpoints/webhook'
import { WEBHOOK_FAILURES_TO_DISABLE } from '@jobboard/contracts/limits'

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Where a delivery stands after an attempt. */
export interface Progress {
  status: DeliveryStatus
  failedAttempts: number
  dueAt: Date
}

/** The next state of a pending delivery (D-51): `now` is when the attempt ended. A test is tried once. */
export function afterAttempt(
  delivery: { failedAttempts: number; isTest: boolean },
  succeeded: boolean,
  now: Date,
  delaysSeconds: readonly number[],
): Progress {
  const { failedAttempts } = delivery
  if (succeeded) return { status: 'Succeeded', failedAttempts, dueAt: now }
  const delay = delivery.isTest ? undefined : delaysSeconds[failedAttempts]
  const failed = failedAttempts + 1
  if (delay === undefined) return { status: 'DeadLettered', failedAttempts: failed, dueAt: now }
  return { status: 'Pending', failedAttempts: failed, dueAt: new Date(now.getTime() + delay * 1_000) }
}

/** The streak of failures of a subscription. */
export interface Streak {
  consecutiveFailures: number
  disabled: boolean
}

/** Counts attempts in the order they ended (D-54): the tenth failure in a row disables, a success begins anew. */
export function countStreak(consecutiveFailures: number, succeeded: readonly boolean[]): Streak {
  let failures = consecutiveFailures
  for (const success of succeeded) {
    failures = success ? 0 : failures + 1
    if (failures >= WEBHOOK_FAILURES_TO_DISABLE) return { consecutiveFailures: failures, disabled: true }
  }
  return { consecutiveFailures: failures, disabled: false }
}
