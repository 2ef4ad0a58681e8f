import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import type { KeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { KvWatchEntry } from '@nats-io/kv'
import type { KeyCache } from './key-cache.ts'

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

/** Bucket entries that wait until accounts announces that it has verified them: a client of NATS can write a
 * record of accounts into the bucket again that is no longer true. A revocation does not wait, because it never becomes
 * untrue. */
export function openUnverifiedEntries(cache: KeyCache) {
  // In the order of the revisions.
  const waiting = new Map<string, { record: KeyRecord; revision: number }>()
  return {
    /** Adds the entry of this revision; without a record it is a delete marker or invalid. */
    add(hash: string, record: KeyRecord | undefined, revision: number) {
      waiting.delete(hash)
      if (record?.status === 'Revoked') cache.put(hash, record)
      else {
        cache.suspect(hash)
        if (record) waiting.set(hash, { record, revision })
      }
    },
    /** Stores the entries up to this revision in the cache. */
    release(upTo: number) {
      for (const [hash, { record, revision }] of waiting) {
        if (revision > upTo) return
        waiting.delete(hash)
        cache.put(hash, record)
      }
    },
    clear: () => waiting.clear(),
  }
}

export type Rejections = ReturnType<typeof openRejections>

const LOG_INTERVAL_MS = 10_000

/** Counts what the key feed ignores because accounts did not sign it, and logs at most one of each kind per 10 s. */
export function openRejections(log: Log, nowMs: () => number) {
  const counts = { record: 0, watermark: 0 }
  const loggedAtMs = { record: Number.NEGATIVE_INFINITY, watermark: Number.NEGATIVE_INFINITY }
  return {
    add(what: keyof typeof counts, details: Record<string, unknown>) {
      counts[what]++
      if (nowMs() - loggedAtMs[what] < LOG_INTERVAL_MS) return
      loggedAtMs[what] = nowMs()
      log.error(
        { ...details, rejected: counts[what] },
        `the key feed ignores a ${what} that accounts did not sign, or not for now`,
      )
    },
    counts: () => counts,
  }
}
