import { createHmac } from 'node:crypto'
import { standardKey } from './secret.ts'

/** Value of `X-Webhook-Signature` (Spec §6, D-53): `t` in Unix seconds, then one `v1` per secret, newest secret
 * first. */
export function signatureOf(secrets: readonly string[], now: Date, body: Buffer): string {
  const t = Math.floor(now.getTime() / 1_000)
  const values = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'),
  )
  return [`t=${t}`, ...values.map((value) => `v1=${value}`)].join(',')
}

/** The headers of Standard Webhooks: the id of the event, the time of the attempt in Unix seconds, and one `v1` per
 * secret, newest secret first. None when every secret has the older form. */
export function standardHeaders(
  secrets: readonly string[],
  eventId: string,
  now: Date,
  body: Buffer,
): Record<string, string> {
  const keys = secrets.flatMap((secret) => standardKey(secret) ?? [])
  if (keys.length === 0) return {}
  const t = String(Math.floor(now.getTime() / 1_000))
  const values = keys.map((key) =>
    createHmac('sha256', key).update(`${eventId}.${t}.`).update(body).digest('base64'),
  )
  return {
    'webhook-id': eventId,
    'webhook-timestamp': t,
    'webhook-signature': values.map((value) => `v1,${value}`).join(' '),
  }
}
