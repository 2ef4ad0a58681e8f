import type { DeliveryState } from './delivery-state.ts'

/** The next state of a pending delivery (D-51). A retry delay counts from `now`, the end of the attempt.
 * A failed attempt without a delay left dead-letters the delivery. A test delivery is attempted once: failed it is Cancelled,
 * never a dead letter (D-52). */
export function stateAfterAttempt(
  delivery: { failedAttempts: number; isTest: boolean },
  succeeded: boolean,
  now: Date,
  delaysSeconds: readonly number[],
): DeliveryState {
  const { failedAttempts } = delivery
  if (succeeded) return { status: 'Succeeded', failedAttempts, dueAt: now }
  const failed = failedAttempts + 1
  if (delivery.isTest) return { status: 'Cancelled', failedAttempts: failed, dueAt: now }
  const delay = delaysSeconds[failedAttempts]
  if (delay === undefined) return { status: 'DeadLettered', failedAttempts: failed, dueAt: now }
  return { status: 'Pending', failedAttempts: failed, dueAt: new Date(now.getTime() + delay * 1_000) }
}
