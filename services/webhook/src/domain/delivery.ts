import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getDelivery, listDeliveries } from '@jobboard/contracts/endpoints/webhook'

type DeliveryView = ResponseBody<typeof listDeliveries>['items'][number]
type Stored = Omit<DeliveryView, 'nextAttemptAt' | 'createdAt'> & {
  nextAttemptAt: Date | null
  createdAt: Date
}

/** What is shown of a stored delivery. */
export function toDelivery(row: Stored): DeliveryView {
  const { id, eventId, event, status, failedAttempts, nextAttemptAt, lastStatusCode, createdAt } = row
  return {
    id,
    eventId,
    event,
    status,
    failedAttempts,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastStatusCode,
    createdAt: createdAt.toISOString(),
  }
}

type AttemptView = ResponseBody<typeof getDelivery>['attempts'][number]

/** What is shown of a stored attempt. */
export function toAttempt(row: Omit<AttemptView, 'startedAt'> & { startedAt: number }): AttemptView {
  return { ...row, startedAt: new Date(row.startedAt).toISOString() }
}
