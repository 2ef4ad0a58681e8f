import { type AttemptResponse, noResponse } from '../domain/attempt-response.ts'
import { refusalOf } from '../domain/parse-target.ts'
import { unseal } from '../domain/secret.ts'
import { signatureOf, standardHeaders } from '../domain/signature.ts'
import type { WebhookEnv } from '../env.ts'
import type { DueDelivery } from '../store/due-delivery.ts'
import { type Connections, post } from './post.ts'

/** Signs a delivery as of `now` and posts it to the receiver, once. An unreadable secret is a
 * failed attempt. The receiver can continue the trace of the attempt. */
export async function sendDelivery(
  env: WebhookEnv,
  connections: Connections,
  delivery: DueDelivery,
  now: Date,
  signal: AbortSignal,
  traceparent?: string,
): Promise<AttemptResponse> {
  const url = new URL(delivery.url)
  // A subscription of an earlier release, or of one with WEBHOOK_ALLOW_PRIVATE, may have any URL. Sockets do not look up
  // IP literals, so `pinnedLookup` never checks them.
  if (refusalOf(url, env.WEBHOOK_ALLOW_PRIVATE) !== undefined) return noResponse('blocked_target')
  const secrets = readableSecrets(env, delivery, now)
  if (!secrets) return noResponse('secret_unreadable')
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'jobboard-webhooks/1',
    'x-webhook-signature': signatureOf(secrets, now, delivery.body),
    'x-webhook-event': delivery.event,
    'x-webhook-delivery-id': delivery.id,
    ...standardHeaders(secrets, delivery.eventId, now, delivery.body),
    ...(traceparent !== undefined && { traceparent }),
  }
  return post(connections, url, headers, delivery.body, signal)
}

// While a secret is being rotated the previous one signs too (D-53), unless it is the unreadable one that the
// rotation replaced. Undefined when the current secret is unreadable.
function readableSecrets(
  { WEBHOOK_SECRET_KEYS: keys }: WebhookEnv,
  { subscriptionId: id, employerId, secret, previousSecret, previousSecretUntil }: DueDelivery,
  now: Date,
): string[] | undefined {
  const owner = { id, employerId }
  const current = unseal(keys, owner, secret)
  if (current === undefined) return undefined
  const overlaps = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  const previous = overlaps ? unseal(keys, owner, previousSecret) : undefined
  return previous === undefined ? [current] : [current, previous]
}
