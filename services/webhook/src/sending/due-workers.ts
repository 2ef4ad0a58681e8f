import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { Attempts, InFlight } from './attempt-workers.ts'
import type { Leases } from './lease-workers.ts'
import {
  type DueDelivery,
  listActiveSubscriptionIds,
  listDueDeliveries,
  listNewlyDue,
  type SendCapacity,
} from './store.ts'

/** Per process. */
const MAX_IN_FLIGHT = 4_000
const MAX_PER_QUERY = 500

/** Starts due deliveries within the limits. Returns true when another look may find more at once. */
export async function startDue(
  { db, clock }: Deps,
  leases: Leases,
  inFlight: InFlight,
  attempts: Attempts,
  dueSubscriptions: DueSubscriptions,
): Promise<boolean> {
  const snapshot = inFlight.snapshot()
  const shards = leases.sendableShards()
  const total = Math.min(MAX_IN_FLIGHT - snapshot.deliveryIds.length, MAX_PER_QUERY)
  const now = clock.now()
  await dueSubscriptions.refresh(shards, now)
  if (shards.length === 0 || total <= 0) return false
  const subscriptionIds = dueSubscriptions.take(snapshot.fullSubscriptionIds)
  if (subscriptionIds.length === 0) return false
  const capacity = {
    shards,
    subscriptionIds,
    inFlight: snapshot,
    // Each query reads this many deliveries of each subscription, to return `total` of all.
    perSubscription: Math.min(Math.ceil(total / subscriptionIds.length), WEBHOOK_MAX_IN_FLIGHT),
    total,
  }
  try {
    const due = await db.readTx((sql) => listDueDeliveries(sql, capacity, now))
    // The lease may have become too old during the query.
    const started = due.filter(
      (delivery) =>
        leases.maySend(delivery.shard) && attempts.start(delivery, leases.epochOf(delivery.shard)),
    )
    dueSubscriptions.add(due.length < total ? withMore(due, started, capacity) : subscriptionIds)
    return dueSubscriptions.size() > 0 && (started.length > 0 || due.length === 0)
  } catch (error) {
    dueSubscriptions.add(subscriptionIds)
    throw error
  }
}

/** The subscriptions that may have more due deliveries than were started. */
function withMore(
  due: DueDelivery[],
  started: DueDelivery[],
  { perSubscription }: Pick<SendCapacity, 'perSubscription'>,
): number[] {
  const startedOf = Map.groupBy(started, ({ subscriptionId }) => subscriptionId)
  return [...Map.groupBy(due, ({ subscriptionId }) => subscriptionId)]
    .filter(([id, { length }]) => length === perSubscription || startedOf.get(id)?.length !== length)
    .map(([id]) => id)
}

export type DueSubscriptions = ReturnType<typeof openDueSubscriptions>

/** Finds what the overlap misses, such as a commit that took longer. */
const REFRESH_ALL_MS = 30_000
/** A delivery is usually committed this long after the time at which it is due, or sooner. */
const OVERLAP_MS = 500
/** A commit may take this long, and clocks of replicas may differ. Reads all that became due meanwhile, so not each time. */
const LONG_OVERLAP_MS = 10_000
const LONG_OVERLAP_EVERY_MS = 1_000
const MAX_TAKEN = 1_000
const REFRESH_MS = 50

/** The subscriptions that may have due deliveries; none at first. A look costs what became due since the last one, not how
 * many subscriptions and retries exist. */
export function openDueSubscriptions(db: Pick<Db, 'sql' | 'readTx'>) {
  const waiting = new Set<number>()
  let refreshed = Number.NEGATIVE_INFINITY
  let refreshedAll = Number.NEGATIVE_INFINITY
  let searchedUntil = new Date(0)
  let searchedLong = new Date(0)
  let searchedShards = new Set<number>()

  function add(ids: readonly number[]): void {
    for (const id of ids) waiting.add(id)
  }

  return {
    /** Adds the subscriptions with newly due deliveries; at first, for a new shard and every 30 s all active ones. Does
     * nothing within 50 ms of the last time, unless `expire` was called. */
    async refresh(shards: number[], now: Date) {
      const startedAt = performance.now()
      const isNew = shards.some((shard) => !searchedShards.has(shard))
      if (!isNew && startedAt - refreshed < REFRESH_MS) return
      if (isNew || startedAt - refreshedAll >= REFRESH_ALL_MS) {
        add(await listActiveSubscriptionIds(db.sql, shards))
        refreshedAll = startedAt
      } else {
        const isLong = now.getTime() - searchedLong.getTime() >= LONG_OVERLAP_EVERY_MS
        const overlapMs = isLong ? LONG_OVERLAP_MS : OVERLAP_MS
        const after = new Date(searchedUntil.getTime() - overlapMs)
        add(await db.readTx((sql) => listNewlyDue(sql, after, now)))
        if (isLong) searchedLong = now
      }
      refreshed = startedAt
      searchedUntil = now
      searchedShards = new Set(shards)
    },
    /** Removes and returns up to 1 000 of them, those that wait for the longest time first, without `except`. */
    take(except: readonly number[]) {
      const excluded = new Set(except)
      const taken: number[] = []
      for (const id of waiting) {
        if (taken.length === MAX_TAKEN) break
        if (!excluded.has(id)) taken.push(id)
      }
      for (const id of taken) waiting.delete(id)
      return taken
    },
    add,
    size: () => waiting.size,
    expire() {
      refreshed = Number.NEGATIVE_INFINITY
    },
    /** Makes the next `refresh` add all active subscriptions. */
    forget() {
      refreshed = Number.NEGATIVE_INFINITY
      refreshedAll = Number.NEGATIVE_INFINITY
    },
  }
}
