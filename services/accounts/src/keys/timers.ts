import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import type { Timer } from '@jobboard/service/lifecycle/deps'
import { openKeyBucket, removedBefore } from '../key-feed/peers.ts'
import { listEnded, markRemoved } from '../key-feed/store.ts'

const BATCH_SIZE = 500

/** Removes the records of keys that were revoked or expired 30 days ago, of deleted sandboxes a day ago, from the key bucket;
 * gateways drop them by themselves. Without a delete marker: the bucket does not grow with the number of keys that ever existed. */
export const removeEndedKeys: Timer = {
  name: 'remove-ended-keys',
  everyMs: 600_000,
  async run({ db, bus, clock, env }) {
    if (!bus.isUp()) return
    const ended = removedBefore(clock.now())
    const bucket = await openKeyBucket(bus, openKeyFeedSigner(env.CALLER_SECRET))
    for (let hashes = await listEnded(db, ended, BATCH_SIZE); hashes.length > 0; ) {
      for (const hash of hashes) await bucket.eraseHash(hash)
      await markRemoved(db.sql, hashes)
      hashes = hashes.length < BATCH_SIZE ? [] : await listEnded(db, ended, BATCH_SIZE)
    }
  },
}
