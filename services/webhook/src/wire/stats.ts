import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getSubscriptionStats } from '@jobboard/contracts/webhooks/deliveries'
import { type AttemptHour, type Pending, toSteps } from '../domain/attempt-steps.ts'

/** The figures of a subscription as the API returns them, of the rows of several. */
export function toStatsView(
  subscriptionId: number,
  { hours: rows, pending: waiting }: { hours: AttemptHour[]; pending: Pending[] },
  now: Date,
  hours: number,
): ResponseBody<typeof getSubscriptionStats> {
  const own = rows.filter((row) => row.subscriptionId === subscriptionId)
  const { steps, total } = toSteps(own, now, hours)
  const { pending = 0, nextAttemptAt } = waiting.find((row) => row.subscriptionId === subscriptionId) ?? {}
  const shown = steps.map((step) => ({ ...step, startsAt: step.startsAt.toISOString() }))
  return { steps: shown, total, pending, nextAttemptAt: nextAttemptAt?.toISOString() ?? null }
}
