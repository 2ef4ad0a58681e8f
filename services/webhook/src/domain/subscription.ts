import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listSubscriptions, WebhookEvent } from '@jobboard/contracts/endpoints/webhook'

/** A subscription as operators see it; never with a secret. */
export type SubscriptionView = ResponseBody<typeof listSubscriptions>[number]

/** What is shown of a stored subscription. */
export function toView(row: {
  id: number
  url: string
  events: WebhookEvent[]
  status: 'Active' | 'Disabled'
  disabledReason: string | null
  consecutiveFailures: number
  createdAt: Date
}): SubscriptionView {
  const { id, url, events, status, disabledReason, consecutiveFailures } = row
  return {
    id,
    url,
    events,
    status,
    createdAt: row.createdAt.toISOString(),
    disabledReason,
    consecutiveFailures,
  }
}
