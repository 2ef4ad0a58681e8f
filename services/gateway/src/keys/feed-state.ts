/** How far the local copy of the key bucket can be trusted (D-16). */
export type FeedState =
  /** Every change that accounts announced is applied, by an announcement of the last 750 ms. */
  | 'synced'
  /** The bucket is followed, but accounts announces nothing, or something that has not arrived. */
  | 'stale'
  /** The bucket is not followed: NATS is away or silent, or the bucket is being read. */
  | 'offline'

export type FeedEvent =
  /** Every entry that the bucket held when the watch began is applied. */
  | 'bucketRead'
  /** Everything that accounts announced is applied. */
  | 'caughtUp'
  /** No announcement of the last 750 ms is applied. */
  | 'fellBehind'
  /** NATS disconnected or was silent for 1 s, the watch ended, or announced changes do not arrive for 1 s. */
  | 'bucketLost'

/** The only transitions there are. `offline` is left by reading the bucket, never by an announcement alone. */
export const feedTransitions: Readonly<Record<FeedState, Readonly<Record<FeedEvent, FeedState>>>> = {
  synced: { bucketRead: 'synced', caughtUp: 'synced', fellBehind: 'stale', bucketLost: 'offline' },
  stale: { bucketRead: 'stale', caughtUp: 'synced', fellBehind: 'stale', bucketLost: 'offline' },
  offline: { bucketRead: 'stale', caughtUp: 'offline', fellBehind: 'offline', bucketLost: 'offline' },
}

/** How long after its last confirmation by accounts a key is confirmed again: half of the second that D-16 allows
 * a revocation to take. A synced key that the feed brought never is. */
export const CONFIRM_AFTER_MS = 500

/** Without accounts a key serves for this long after its changes last arrived. */
export const MAX_UNFOLLOWED_MS = 60_000
