import { createHmac } from 'node:crypto'

/** Value of `X-Webhook-Signature` (Spec §6, D-53): one `v1` per secret, the newest first. `t` in whole seconds. */
export function signatureOf(secrets: readonly string[], now: Date, body: Buffer): string {
  const t = Math.floor(now.getTime() / 1_000)
  const values = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'),
  )
  return [`t=${t}`, ...values.map((value) => `v1=${value}`)].join(',')
}
