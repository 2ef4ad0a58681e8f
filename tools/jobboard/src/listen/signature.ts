import { verifyWebhook, WebhookVerificationError } from '@jobboard/sdk'

/** What the signature of a webhook proves. `clock` is a correct signature whose time a receiver must refuse. */
export type SignatureCheck =
  | { result: 'ok' | 'missing' | 'wrong' | 'not checked' }
  | { result: 'clock'; aheadSeconds: number }

/** Checks `X-Webhook-Signature` as every receiver must. */
export async function checkSignature(
  secret: string | undefined,
  header: string | undefined,
  payload: Buffer,
  now: Date,
): Promise<SignatureCheck> {
  if (secret === undefined) return { result: 'not checked' }
  if (!header) return { result: 'missing' }
  try {
    await verifyWebhook({ secret, header, payload, now })
    return { result: 'ok' }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    if (error.code === 'not_json') return { result: 'ok' }
    if (error.code !== 'timestamp_out_of_tolerance') return { result: 'wrong' }
    const t = Number(/(?:^|,)\s*t=(\d+)/.exec(header)![1])
    return { result: 'clock', aheadSeconds: t - Math.floor(now.getTime() / 1_000) }
  }
}
