import type { ResponseBody } from '../operation.ts'

/** An event, as a webhook delivers it and as the event feed lists it. New types may be added: ignore others. */
export type WebhookEvent = ResponseBody<'list-events'>['items'][number]

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

/** All headers of a request: of `fetch`, of Node and its frameworks, or pairs of name and value. */
export type WebhookHeaders = Iterable<readonly [string, string]> | { readonly [name: string]: unknown }

/** A delivery as it was received. */
export interface WebhookDelivery {
  /** The body exactly as received, before any parsing. */
  payload: string | ArrayBuffer | ArrayBufferView
  /** All headers of the request: those of Standard Webhooks are verified where the delivery has them. Or the value of
   * `X-Webhook-Signature` alone. */
  header: WebhookHeaders | string | null | undefined
  /** The signing secret; several while your own configuration changes. */
  secret: string | readonly string[]
  /** Largest age, and largest distance into the future, in seconds. Default: 300. */
  toleranceSeconds?: number
  /** The current time; default: the clock. */
  now?: Date
}

/** What a delivery says about itself; `keys` are those that may have signed it. */
interface Signed {
  prefix: string
  timestamp: string
  signatures: Bytes[]
  keys: Bytes[]
}

type Bytes = Uint8Array<ArrayBuffer>

/** Verifies the signature of a delivery and returns its event. Throws WebhookVerificationError. */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const { payload, header, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = delivery
  const secrets = typeof delivery.secret === 'string' ? [delivery.secret] : delivery.secret
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('secret must not be empty')
  const body = bytesOf(payload)
  const { prefix, timestamp, signatures, keys } =
    typeof header === 'object' && header ? ofHeaders(header, secrets) : ofOwnHeader(header ?? '', secrets)
  if (!(await matchesAny(keys, signatures, join(encode(prefix), body)))) {
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
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('not_json', 'The body is not JSON in UTF-8.')
  }
}

function bytesOf(payload: WebhookDelivery['payload']): Uint8Array {
  if (typeof payload === 'string') return encode(payload)
  if (ArrayBuffer.isView(payload)) {
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength)
  }
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload)
  throw new TypeError('payload must be the text or the bytes of the body, before any parsing')
}

function ofHeaders(headers: WebhookHeaders, secrets: readonly string[]): Signed {
  const values: Record<string, string> = Object.create(null)
  const entries: Iterable<readonly [string, unknown]> =
    Symbol.iterator in headers ? (headers as Iterable<[string, string]>) : Object.entries(headers)
  for (const [name, value] of entries) {
    if (value === undefined || value === null) continue
    const key = name.toLowerCase()
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    values[key] = key in values ? `${values[key]}, ${text}` : text
  }
  const standard = values['webhook-signature']
  if (standard === undefined) return ofOwnHeader(values['x-webhook-signature'] ?? '', secrets)
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = values
  const signatures = standard.split(/,? +/).filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part))
  if (id === '' || !/^\d{1,12}$/.test(timestamp) || !isCount(signatures.length)) {
    throw malformed(
      'webhook-id, webhook-timestamp and webhook-signature (v1,<base64>) must be as they were received.',
    )
  }
  return {
    prefix: `${id}.${timestamp}.`,
    timestamp,
    signatures: signatures.map((part) => fromBase64(part.slice(3))),
    // A secret of the older form encodes no bytes.
    keys: secrets
      .map((secret) => secret.replace(/^whsec_/, ''))
      .filter((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text))
      .map(fromBase64),
  }
}

function ofOwnHeader(header: string, secrets: readonly string[]): Signed {
  const parts = header.split(',').map((part) => part.trim())
  const timestamps = parts.filter((part) => /^t=\d{1,12}$/.test(part))
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
  if (timestamps.length !== 1 || !isCount(signatures.length)) {
    throw malformed('X-Webhook-Signature must be t=<unix seconds>,v1=<hex>; pass the header unchanged.')
  }
  const timestamp = timestamps[0]!.slice(2)
  return {
    prefix: `${timestamp}.`,
    timestamp,
    signatures: signatures.map((part) => fromHex(part.slice(3))),
    // The key is the whole secret, prefix included.
    keys: secrets.map(encode),
  }
}

const isCount = (signatures: number) => signatures > 0 && signatures <= MAX_SIGNATURES

const malformed = (message: string) => new WebhookVerificationError('malformed_header', message)

// `crypto.subtle.verify` compares in constant time.
async function matchesAny(
  keys: readonly Bytes[],
  signatures: readonly Bytes[],
  signed: Bytes,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const results = keys.map(async (bytes) => {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    return Promise.all(signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)))
  })
  return (await Promise.all(results)).flat().includes(true)
}

const encode = (text: string): Bytes => new TextEncoder().encode(text)

const fromHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

function join(first: Uint8Array, second: Uint8Array): Bytes {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
