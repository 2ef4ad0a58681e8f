import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import type { KeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import type { KvWatchEntry } from '@nats-io/kv'

const MAX_RECORD_BYTES = 16_384
const HASH = /^[0-9a-f]{64}$/

/** The key record of a bucket entry; undefined when accounts did not sign it for this hash and bucket. A client of
 * NATS that can write to the bucket can put anything there, and must not end a gateway with it. */
export function readKeyEntry(
  signer: KeyFeedSigner,
  created: string,
  entry: Pick<KvWatchEntry, 'key' | 'length' | 'string'>,
): KeyRecord | undefined {
  if (entry.length > MAX_RECORD_BYTES || !HASH.test(entry.key)) return undefined
  return signer.readRecord(created, entry.key, entry.string())
}
