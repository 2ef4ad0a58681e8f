import type { KeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { type KeyBucket, openKeyBucket } from '../peers/key-bucket.ts'
import type { Watermark } from '../peers/key-watermark.ts'
import { beginGeneration, isRecorded, type KeyChanges } from '../store/key-bucket.ts'
import { listUnpublished, markPublished } from '../store/unpublished-key.ts'
import { toRecord } from '../wire/key.ts'
import { verifyEntries } from './verify-entries.ts'

const BATCH_SIZE = 200
const MAX_CONCURRENT_PUTS = 20

/** Publishes up to `BATCH_SIZE` records of each kind of key and verifies as many entries that another client may
 * have written. Returns the watermark when there was nothing to publish or to verify. */
export async function publishPass(
  deps: Deps,
  signer: KeyFeedSigner,
  changes: KeyChanges,
): Promise<Watermark | undefined> {
  // In this order: an entry that another replica publishes in between is verified, and no loss of messages.
  const recorded = await changes.read()
  const bucket = await openKeyBucket(deps.bus, signer)
  if (!isRecorded(recorded, bucket)) {
    await beginGeneration(deps.db, recorded, bucket)
    return undefined
  }
  // First, so that a revocation does not wait for the verification of a large bucket.
  if (recorded.hasUnpublished) await publish(deps, bucket, recorded.generation)
  if (bucket.lastSeq > recorded.verifiedSeq) await verifyEntries(deps, bucket, recorded)
  else if (!recorded.hasUnpublished) return { created: bucket.created, revision: recorded.verifiedSeq }
  return undefined
}

async function publish({ db }: Deps, bucket: KeyBucket, generation: number): Promise<void> {
  const keys = await listUnpublished(db, BATCH_SIZE)
  for (let from = 0; from < keys.length; from += MAX_CONCURRENT_PUTS) {
    const chunk = keys.slice(from, from + MAX_CONCURRENT_PUTS)
    const revisions = await Promise.all(chunk.map(({ hash, ...key }) => bucket.put(hash, toRecord(key))))
    await markPublished(db, generation, chunk, revisions)
  }
}
