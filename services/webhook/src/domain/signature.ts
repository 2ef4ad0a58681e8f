import { createHmac } from 'node:crypto'

/** Value of `X-Webhook-Signature` (Spec §6, D-53): `t` in Unix seconds, then one `v1` per secret, newest secret
 * first. */
export function signatureOf(secrets: readonly string[], now: Date, body: Buffer): string {
  const t = Math.floor(now.getTime() / 1_000)
  const values = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'),
  )
  return [`t=${t}`, ...values.map((value) => `v1=${value}`)].join(',')
}
