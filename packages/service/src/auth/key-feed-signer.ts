import { type KeyRecord, type KeyWatermark, keyRecord, keyWatermark } from '@jobboard/contracts/keys/internal'
import { openAuthenticator } from '@jobboard/events/nats/authenticator'

/** Signs the key feed in accounts and verifies it in gateways. `created` is the creation time of the bucket. */
export interface KeyFeedSigner {
  /** Differs between secrets, and does not reveal them. */
  fingerprint: string
  /** The value of a bucket entry: the record with its signature. */
  signRecord(created: string, hash: string, record: KeyRecord): string
  /** The record of a bucket entry; undefined when it is not one that accounts signed for this hash and bucket. */
  readRecord(created: string, hash: string, text: string): KeyRecord | undefined
  signWatermark(watermark: Pick<KeyWatermark, 'created' | 'revision'>, atMs?: number): KeyWatermark
  /** The watermark in a message; undefined when accounts did not sign it. */
  readWatermark(text: string): KeyWatermark | undefined
}

/** Signs with a key derived from CALLER_SECRET. The signature is a field that older gateways ignore; a field
 * that this release does not know is signed as well. */
export function openKeyFeedSigner(secret: string): KeyFeedSigner {
  const { sign, verify } = openAuthenticator(secret, 'key feed')
  const partsOf = ({ created, revision, atMs }: Omit<KeyWatermark, 'signature'>) =>
    ['watermark', JSON.stringify([created, revision, atMs])] as const
  return {
    fingerprint: sign('fingerprint'),
    signRecord(created, hash, record) {
      const signature = sign('record', created, hash, JSON.stringify(record))
      return JSON.stringify({ ...record, signature })
    },
    readRecord(created, hash, text) {
      const value = parseObject(text)
      if (!value) return undefined
      const { signature, ...record } = value
      // Parsing and printing keeps the order of the fields.
      if (
        typeof signature !== 'string' ||
        !verify(signature, 'record', created, hash, JSON.stringify(record))
      )
        return undefined
      return keyRecord.safeParse(record).data
    },
    signWatermark({ created, revision }, atMs = Date.now()) {
      return { created, revision, atMs, signature: sign(...partsOf({ created, revision, atMs })) }
    },
    readWatermark(text) {
      const { data } = keyWatermark.safeParse(parseObject(text))
      return data && verify(data.signature, ...partsOf(data)) ? data : undefined
    },
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
