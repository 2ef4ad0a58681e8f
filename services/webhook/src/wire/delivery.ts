import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getDelivery, listDeliveries } from '@jobboard/contracts/webhooks/deliveries'

type DeliveryView = ResponseBody<typeof listDeliveries>['items'][number]
type StoredDelivery = Omit<DeliveryView, 'nextAttemptAt' | 'createdAt'> & {
  nextAttemptAt: Date | null
  createdAt: Date
}

/** A stored delivery as the Admin API returns it. */
export function toDeliveryView(row: StoredDelivery): DeliveryView {
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
type StoredAttempt = Omit<AttemptView, 'startedAt'> & { startedAt: number }

/** A stored attempt as the Admin API returns it. */
export function toAttemptView(row: StoredAttempt): AttemptView {
  return { ...row, startedAt: new Date(row.startedAt).toISOString() }
}
