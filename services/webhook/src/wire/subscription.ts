import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import type { listSubscriptions } from '@jobboard/contracts/webhooks/subscriptions'

type SubscriptionView = ResponseBody<typeof listSubscriptions>[number]

/** A stored subscription as the Admin API returns it, without its secret. */
export function toSubscriptionView(row: {
  id: number
  url: string
  events: WebhookEvent[]
  status: 'Active' | 'Disabled'
  disabledReason: string | null
  consecutiveFailures: number
  createdAt: Date
  previousSecretUntil: Date | null
}): SubscriptionView {
  const { id, url, events, status, createdAt, disabledReason, consecutiveFailures, previousSecretUntil } = row
  return {
    id,
    url,
    events,
    status,
    createdAt: createdAt.toISOString(),
    disabledReason,
    consecutiveFailures,
    previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
  }
}
