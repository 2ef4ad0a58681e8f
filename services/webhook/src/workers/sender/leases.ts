import { WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { releaseLeases, renewLeases, takeLeases } from '../../store/lease.ts'

/** The shards this sender owns. */
export interface Leases {
  /** Shards of which a send may begin now. */
  startable(): number[]
  mayStart(shard: number): boolean
  epochOf(shard: number): number
  /** Renews what is owned, takes what is free up to a fair share, gives away what is too much and not `busy`.
   * Returns how long to wait for the next turn, in milliseconds. */
  turn(busy: (shard: number) => boolean): Promise<number>
  release(): Promise<void>
}

const SHARDS = 64
const TTL_SECONDS = 20
const RENEW_MS = 5_000
const UNSETTLED_MS = 1_000
/** A send begins only while it must be over, with a second to spare, before anybody else may own the shard. */
const START_WITHIN_MS = TTL_SECONDS * 1_000 - WEBHOOK_TIMEOUT_MS - 1_000

/** Leases of one sender, on the monotonic clock here and the database's real clock there. */
export function openLeases(db: Db, owner: string): Leases {
  const epochs = new Map<number, number>()
  const leaving = new Set<number>()
  let renewedAt = Number.NEGATIVE_INFINITY

  const mayStart = (shard: number) =>
    epochs.has(shard) && !leaving.has(shard) && performance.now() < renewedAt + START_WITHIN_MS

  return {
    mayStart,
    startable: () => [...epochs.keys()].filter(mayStart),
    epochOf: (shard) => epochs.get(shard) ?? 0,
    async turn(busy) {
      const began = performance.now()
      const { held, senders } = await renewLeases(db, owner, TTL_SECONDS)
      const fair = Math.ceil(SHARDS / senders)
      const taken = held.length < fair ? await takeLeases(db, owner, TTL_SECONDS, fair - held.length) : []
      epochs.clear()
      for (const { shard, epoch } of [...held, ...taken]) epochs.set(shard, epoch)
      // From before the renewal was sent: the lease ends no earlier than counted here.
      renewedAt = began

      leaving.clear()
      for (const shard of [...epochs.keys()].slice(fair)) leaving.add(shard)
      const idle = [...leaving].filter((shard) => !busy(shard))
      if (idle.length > 0) await releaseLeases(db, owner, idle)
      for (const shard of idle) epochs.delete(shard)
      return epochs.size === fair && leaving.size === idle.length ? RENEW_MS : UNSETTLED_MS
    },
    release: () => releaseLeases(db, owner, null),
  }
}
