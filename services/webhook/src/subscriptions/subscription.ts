import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { eventScopes, type WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import type { listSubscriptions } from '@jobboard/contracts/webhooks/subscriptions'

type SubscriptionView = ResponseBody<typeof listSubscriptions>[number]

/** A subscription that is not deleted; `secret` is sealed. */
export interface Subscription {
  id: number
  employerId: number
  url: string
  events: WebhookEvent[]
  status: 'Active' | 'Disabled'
  disabledReason: string | null
  consecutiveFailures: number
  secret: Buffer
  /** Until when the secret before the last rotation signs too; null before the first one. */
  previousSecretUntil: Date | null
  /** The operation that an `Idempotency-Key` of the last rotation names; null without one. */
  rotatedBy: string | null
  rotatedAt: Date | null
  createdAt: Date
}

/** A subscription as the API returns it, without its secret. */
export function toSubscriptionView(row: Subscription): SubscriptionView {
  const { id, url, events, status, disabledReason, consecutiveFailures } = row
  const createdAt = row.createdAt.toISOString()
  const previousSecretUntil = row.previousSecretUntil?.toISOString() ?? null
  return { id, url, events, status, createdAt, disabledReason, consecutiveFailures, previousSecretUntil }
}

/** Who calls: a key, or a person in the portal, has scopes; an operator has none and may read everything. */
type Caller = { kind: string; scopes?: readonly string[] }

/** The scopes of these events that the caller lacks (D-66). `webhook.test` needs none. */
function missingScopes({ kind, scopes = [] }: Caller, events: readonly string[]): string[] {
  if (kind === 'admin') return []
  const needed = events.flatMap((event) => (event in eventScopes ? [eventScopes[event as WebhookEvent]] : []))
  return [...new Set(needed)].filter((scope) => !scopes.includes(scope))
}

/** Throws insufficient_scope, naming the field, the events and the scopes, when the caller may not read these events (D-66). */
export function checkEventScopes(caller: Caller, field: string, events: readonly string[]): void {
  const missing = missingScopes(caller, events)
  if (missing.length === 0) return
  const refused = events.filter((event) => missingScopes(caller, [event]).length > 0)
  const scopes = `the scope${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}`
  throw new ApiError(
    'insufficient_scope',
    `${field}: ${refused.join(', ')} need${refused.length > 1 ? '' : 's'} ${scopes}, which this key lacks; use a key that has ${missing.length > 1 ? 'them' : 'it'} beside Webhooks.`,
  )
}

/** Whether the caller may read what an event says. */
export function mayReadEvent(caller: Caller, event: string): boolean {
  return missingScopes(caller, [event]).length === 0
}
