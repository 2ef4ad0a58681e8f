import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'

/** The envelope that employers receive (D-50). */
export interface PublicEvent {
  /** Id of the internal event: a redelivered internal event is the same public event. */
  id: string
  type: WebhookEvent | 'webhook.test'
  /** ISO 8601, business clock. */
  timestamp: string
  data: Record<string, unknown>
}

/** A public event as it is stored: `body` is serialised once and these bytes are sent in every attempt (D-53). */
export interface SerializedEvent {
  id: string
  type: string
  timestamp: string
  body: Buffer
}

/** Serialises the envelope: these four fields in this order and nothing else (D-50). */
export function serializeEvent({ id, type, timestamp, data }: PublicEvent): SerializedEvent {
  return { id, type, timestamp, body: Buffer.from(JSON.stringify({ id, type, timestamp, data })) }
}
