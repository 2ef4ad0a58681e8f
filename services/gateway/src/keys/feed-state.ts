/** How far the local copy of the key bucket can be trusted (D-16, P-43).
 * - `synced`: every change that accounts announced is applied, by an announcement of the last 750 ms.
 * - `stale`: the bucket is followed, but accounts announces nothing, or something that has not arrived.
 * - `offline`: the bucket is not followed: NATS is away or silent, or the bucket is being read. */
export type FeedState = 'synced' | 'stale' | 'offline'

/** - `bucketRead`: every entry that the bucket held when the watch began is applied.
 * - `caughtUp`: everything that accounts announced is applied.
 * - `fellBehind`: no announcement of the last 750 ms is applied.
 * - `bucketLost`: NATS disconnected or was silent for 1 s, the watch ended, or announced changes do not arrive for 1 s. */
export type FeedEvent = 'bucketRead' | 'caughtUp' | 'fellBehind' | 'bucketLost'

/** The only transitions there are. `offline` is left by reading the bucket, never by an announcement alone. */
export const feedTransitions: Readonly<Record<FeedState, Readonly<Record<FeedEvent, FeedState>>>> = {
  synced: { bucketRead: 'synced', caughtUp: 'synced', fellBehind: 'stale', bucketLost: 'offline' },
  stale: { bucketRead: 'stale', caughtUp: 'synced', fellBehind: 'stale', bucketLost: 'offline' },
  offline: { bucketRead: 'stale', caughtUp: 'offline', fellBehind: 'offline', bucketLost: 'offline' },
}

/** What a cached key is worth. */
export interface KeyPolicy {
  /** Accounts confirms the key again after this long: half of the second that D-16 allows a revocation to take. */
  readonly confirmAfterMs: number
  /** While accounts does not respond, the key serves for this long after it was last known to be right. */
  readonly maxAgeMs: number
}

/** The policy in each state for keys that the feed brought; `offline` holds for all others. */
export const keyPolicies: Readonly<Record<FeedState, KeyPolicy>> = {
  synced: { confirmAfterMs: Number.POSITIVE_INFINITY, maxAgeMs: Number.POSITIVE_INFINITY },
  stale: { confirmAfterMs: 500, maxAgeMs: Number.POSITIVE_INFINITY },
  offline: { confirmAfterMs: 500, maxAgeMs: 60_000 },
}
