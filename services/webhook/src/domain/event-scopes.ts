import { ApiError } from '@jobboard/contracts/error'
import { eventScopes, type WebhookEvent } from '@jobboard/contracts/webhooks/public-events'

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
