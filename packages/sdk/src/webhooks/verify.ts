import type { WebhookEvent } from './event.ts'

const TOLERANCE_SECONDS = 300
// While a secret is rotated a delivery has two signatures.
const MAX_SIGNATURES = 10

/** Why a delivery is refused. */
export type WebhookProblem =
  | 'malformed_header'
  | 'timestamp_out_of_tolerance'
  | 'no_matching_signature'
  | 'not_json'

/** A delivery that must not be processed: respond 400. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly code: WebhookProblem

  constructor(code: WebhookProblem, message: string) {
    super(message)
    this.code = code
  }
}

/** A delivery as it was received. */
export interface WebhookDelivery {
  /** The body exactly as received, before any parsing. */
  payload: string | Uint8Array
  /** Value of `X-Webhook-Signature`. */
  header: string | null | undefined
  /** The signing secret; several while your own configuration changes. */
  secret: string | readonly string[]
  /** Largest age, and largest distance into the future, in seconds. Default: 300. */
  toleranceSeconds?: number
  /** The current time; default: the clock. */
  now?: Date
}

/** Verifies the signature of a delivery and returns its event. Throws WebhookVerificationError. */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const { payload, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = delivery
  const { timestamp, signatures } = parseHeader(delivery.header ?? '')
  const secrets = typeof delivery.secret === 'string' ? [delivery.secret] : delivery.secret
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('secret must not be empty')
  const encoder = new TextEncoder()
  const body = typeof payload === 'string' ? encoder.encode(payload) : payload
  const signed = join(encoder.encode(`${timestamp}.`), body)
  if (!(await matchesAny(secrets, signatures, signed))) {
    throw new WebhookVerificationError(
      'no_matching_signature',
      'No signature matches: check the secret, and pass the body exactly as it was received.',
    )
  }
  if (!(Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'timestamp_out_of_tolerance',
      `The timestamp is more than ${toleranceSeconds} s from now: an old delivery was sent again, or the clock is wrong.`,
    )
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('not_json', 'The body is not JSON in UTF-8.')
  }
}

function parseHeader(header: string): { timestamp: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = header.split(',').map((part) => part.trim())
  const timestamps = parts.filter((part) => /^t=\d{1,12}$/.test(part))
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
  if (timestamps.length !== 1 || signatures.length === 0 || signatures.length > MAX_SIGNATURES) {
    throw new WebhookVerificationError(
      'malformed_header',
      'X-Webhook-Signature must be t=<unix seconds>,v1=<hex>; pass the header unchanged.',
    )
  }
  return { timestamp: timestamps[0]!.slice(2), signatures: signatures.map((part) => fromHex(part.slice(3))) }
}

// `crypto.subtle.verify` compares in constant time.
async function matchesAny(
  secrets: readonly string[],
  signatures: Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const results = secrets.map(async (secret) => {
    const bytes = new TextEncoder().encode(secret)
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    return Promise.all(signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)))
  })
  return (await Promise.all(results)).flat().includes(true)
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
