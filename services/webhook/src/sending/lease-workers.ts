import { WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { releaseLeases, renewLeases, takeLeases } from './store.ts'

export type Leases = ReturnType<typeof openLeases>

const SHARDS = 64
const TTL_SECONDS = 20
const RENEW_MS = 5_000
/** Pause while shards still have to change owners. */
const REBALANCE_MS = 1_000
/** How long after a renewal an attempt may start: it ends a second before another sender can own the shard. */
const SEND_WITHIN_MS = TTL_SECONDS * 1_000 - WEBHOOK_TIMEOUT_MS - 1_000

/** The shards that this sender owns; each is owned by one sender at a time. It measures time on its monotonic clock, the
 * database on its real clock. */
export function openLeases(db: Db, owner: string) {
  const epochs = new Map<number, number>()
  const surplus = new Set<number>()
  let renewedAt = Number.NEGATIVE_INFINITY

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
      const fairShare = Math.ceil(SHARDS / senders)
      const missing = fairShare - held.length
      const taken = missing > 0 ? await takeLeases(db, owner, TTL_SECONDS, missing) : []
      epochs.clear()
      for (const { shard, epoch } of [...held, ...taken]) epochs.set(shard, epoch)
      const isNew = renewedAt === Number.NEGATIVE_INFINITY
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
