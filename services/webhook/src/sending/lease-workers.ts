import { WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { releaseLeases, renewLeases, takeLeases } from './store.ts'

/** The shards that this sender owns. Each of the 64 shards is owned by one sender at a time. */
export interface Leases {
  /** Shards in which an attempt may start now. */
  sendableShards(): number[]
  maySend(shard: number): boolean
  epochOf(shard: number): number
  /** Renews its leases, takes free shards up to a fair share and releases those above it that are not busy. */
  renew(isBusy: (shard: number) => boolean): Promise<Renewal>
  release(): Promise<void>
}

/** What a renewal changed. */
interface Renewal {
  /** Until the next one. */
  pauseMs: number
  /** Whether other senders should renew now: this one is new, or has released shards. */
  concernsOthers: boolean
}

const SHARDS = 64
const TTL_SECONDS = 20
const RENEW_MS = 5_000
/** Pause while shards still have to change owners. */
const REBALANCE_MS = 1_000
/** How long after a renewal an attempt may start: it ends a second before another sender can own the shard. */
const SEND_WITHIN_MS = TTL_SECONDS * 1_000 - WEBHOOK_TIMEOUT_MS - 1_000

/** Opens the leases of one sender. It measures time on its monotonic clock, the database on its real clock. */
export function openLeases(db: Db, owner: string): Leases {
  const epochs = new Map<number, number>()
  const surplus = new Set<number>()
  let renewedAt = Number.NEGATIVE_INFINITY

  const maySend = (shard: number) =>
    epochs.has(shard) && !surplus.has(shard) && performance.now() < renewedAt + SEND_WITHIN_MS

  return {
    maySend,
    sendableShards: () => [...epochs.keys()].filter(maySend),
    epochOf: (shard) => epochs.get(shard) ?? 0,
    async renew(isBusy) {
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
      return {
        pauseMs: isBalanced ? RENEW_MS : REBALANCE_MS,
        concernsOthers: isNew || releasable.length > 0,
      }
    },
    release: () => releaseLeases(db, owner, null),
  }
}
