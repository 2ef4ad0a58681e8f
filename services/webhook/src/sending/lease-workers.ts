import { WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { releaseLeases, renewLeases, takeLeases } from './store.ts'

export type Leases = ReturnType<typeof openLeases>

const SHARDS = 64
const TTL_SECONDS = 20
const RENEW_MS = 5_000
/** Pause while shards still have to change owners. */
const REBALANCE_MS = 1_000
/** How long a sender that comes back leaves others their expired shards: a query that hangs in an outage ends after 5 s, and
 * their next renewal follows within 1 s. */
const COME_BACK_MS = 10_000
/** How long after a renewal an attempt may start: it ends a second before another sender can own the shard. */
const SEND_WITHIN_MS = TTL_SECONDS * 1_000 - WEBHOOK_TIMEOUT_MS - 1_000

/** The shards that this sender owns; each is owned by one sender at a time. It measures time on its monotonic clock, the
 * database on its real clock. */
export function openLeases(db: Db, owner: string) {
  const epochs = new Map<number, number>()
  const surplus = new Set<number>()
  let renewedAt = Number.NEGATIVE_INFINITY
  let leavesExpiredUntil = Number.NEGATIVE_INFINITY

  const maySend = (shard: number) =>
    epochs.has(shard) && !surplus.has(shard) && performance.now() < renewedAt + SEND_WITHIN_MS

  return {
    maySend,
    /** Shards in which an attempt may start now. */
    sendableShards: () => [...epochs.keys()].filter(maySend),
    epochOf: (shard: number) => epochs.get(shard) ?? 0,
    /** Renews its leases, takes free shards up to a fair share and releases those above it that are not busy. Returns the
     * pause until the next time, and whether other senders should renew now: this one is new, or has released shards. */
    async renew(isBusy: (shard: number) => boolean) {
      const requestedAt = performance.now()
      const { held, senders } = await renewLeases(db, owner, TTL_SECONDS)
      const isNew = renewedAt === Number.NEGATIVE_INFINITY
      // Without the database the leases of all senders expire, and outcomes wait in their memory: only the owner can store
      // them.
      if (!isNew && requestedAt > renewedAt + SEND_WITHIN_MS) leavesExpiredUntil = requestedAt + COME_BACK_MS
      const leavesExpired = requestedAt < leavesExpiredUntil
      const fairShare = Math.ceil(SHARDS / senders)
      const missing = fairShare - held.length
      const taken = missing > 0 ? await takeLeases(db, owner, TTL_SECONDS, missing, leavesExpired) : []
      epochs.clear()
      for (const { shard, epoch } of [...held, ...taken]) epochs.set(shard, epoch)
      // The time of the request, not of the response: the leases end no earlier than counted here.
      renewedAt = requestedAt

      surplus.clear()
      for (const shard of [...epochs.keys()].slice(fairShare)) surplus.add(shard)
      const releasable = [...surplus].filter((shard) => !isBusy(shard))
      if (releasable.length > 0) await releaseLeases(db, owner, releasable)
      for (const shard of releasable) epochs.delete(shard)
      const isBalanced = epochs.size === fairShare && surplus.size === releasable.length
      const concernsOthers = isNew || releasable.length > 0
      return { pauseMs: isBalanced ? RENEW_MS : REBALANCE_MS, concernsOthers }
    },
    release: () => releaseLeases(db, owner, null),
  }
}
