import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import type { KeyCache } from './key-cache.ts'

/** Bucket entries that wait until accounts announces that it has verified them: a client of NATS can write a
 * record of accounts into the bucket again that is no longer true. */
export interface UnverifiedEntries {
  /** Adds the entry of this revision; without a record it is a delete marker or invalid. */
  add(hash: string, record: KeyRecord | undefined, revision: number): void
  /** Stores the entries up to this revision in the cache. */
  release(upTo: number): void
  clear(): void
}

/** No entry waits yet. A revocation does not wait, because it never becomes untrue. */
export function openUnverifiedEntries(cache: KeyCache): UnverifiedEntries {
  // In the order of the revisions.
  const waiting = new Map<string, { record: KeyRecord; revision: number }>()
  return {
    add(hash, record, revision) {
      waiting.delete(hash)
      if (record?.status === 'Revoked') cache.put(hash, record)
      else {
        cache.suspect(hash)
        if (record) waiting.set(hash, { record, revision })
      }
    },
    release(upTo) {
      for (const [hash, { record, revision }] of waiting) {
        if (revision > upTo) return
        waiting.delete(hash)
        cache.put(hash, record)
      }
    },
    clear: () => waiting.clear(),
  }
}
