import { isIP } from 'node:net'
import type { Dispatcher } from 'undici'
import type { AttemptResponse } from '../domain/outcome.ts'
import { hostOf } from '../domain/parse-target.ts'
import { isPublic } from '../domain/public-address.ts'
import { unseal } from '../domain/secret.ts'
import { signatureOf } from '../domain/signature.ts'
import type { WebhookEnv } from '../env.ts'
import type { DueDelivery } from '../store/due-delivery.ts'
import { post } from './post.ts'

/** Signs a delivery as of `now` and posts it to the receiver, once. Throws when a secret cannot be decrypted. */
export async function sendDelivery(
  env: WebhookEnv,
  dispatcher: Dispatcher,
  delivery: DueDelivery,
  now: Date,
  signal: AbortSignal,
): Promise<AttemptResponse> {
  const url = new URL(delivery.url)
  if (!env.WEBHOOK_ALLOW_PRIVATE && isBlocked(url)) {
    return { statusCode: null, error: 'blocked_target', responseBody: null }
  }
  const secrets = sealedSecrets(delivery, now).map((sealed) =>
    unseal(env.WEBHOOK_SECRET_KEY, delivery.employerId, sealed),
  )
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'jobboard-webhooks/1',
    'x-webhook-signature': signatureOf(secrets, now, delivery.body),
    'x-webhook-event': delivery.event,
    'x-webhook-delivery-id': delivery.id,
  }
  return post(dispatcher, url, headers, delivery.body, signal)
}

// Sockets do not look up IP literals, so `pinnedLookup` never checks them.
function isBlocked(url: URL): boolean {
  const host = hostOf(url)
  return url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublic(host))
}

// While a secret is being rotated the previous one signs too (D-53).
function sealedSecrets({ secret, previousSecret, previousSecretUntil }: DueDelivery, now: Date): Buffer[] {
  const overlaps = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  return overlaps ? [secret, previousSecret] : [secret]
}
