import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import { SANDBOX_DELIVERIES_IN_FLIGHT } from '@jobboard/contracts/sandbox/sandbox'
import type { Db } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { listSandboxes, takeAnswers } from '../sandboxes/store.ts'
import type { Attempts, InFlight } from './attempt-workers.ts'
import type { Leases } from './lease-workers.ts'
import {
  type DueDelivery,
  listActiveSubscriptionIds,
  listDueDeliveries,
  listNewlyDue,
  type SendCapacity,
} from './store.ts'

/** Per process. Sandboxes have limits of their own, so that no live delivery waits for them. */
const LIVE = {
  isOfSandboxes: false,
  maxInFlight: 4_000,
  maxPerQuery: 500,
  maxOfSubscription: WEBHOOK_MAX_IN_FLIGHT,
}
const SANDBOXES = {
  isOfSandboxes: true,
  maxInFlight: 200,
  maxPerQuery: 100,
  maxOfSubscription: SANDBOX_DELIVERIES_IN_FLIGHT,
}

/** What starts attempts, in the shards that may be sent now. */
interface Sending {
  db: Db
  leases: Leases
  inFlight: InFlight
  attempts: Attempts
  dueSubscriptions: DueSubscriptions
  shards: number[]
  now: Date
}

/** Starts due deliveries within the limits, live ones first. Returns true when another look may find more at once. */
export async function startDue(
  { db, clock }: Deps,
  leases: Leases,
  inFlight: InFlight,
  attempts: Attempts,
  dueSubscriptions: DueSubscriptions,
): Promise<boolean> {
  const shards = leases.sendableShards()
  const now = clock.now()
  await dueSubscriptions.refresh(shards, now)
  if (shards.length === 0) return false
  const sending = { db, leases, inFlight, attempts, dueSubscriptions, shards, now }
  const mayFindLive = await startWithin(LIVE, sending)
  const mayFindOfSandboxes = await startWithin(SANDBOXES, sending)
  return mayFindLive || mayFindOfSandboxes
}

async function startWithin(
  { isOfSandboxes, maxInFlight, maxPerQuery, maxOfSubscription }: typeof LIVE,
  { db, leases, inFlight, attempts, dueSubscriptions, shards, now }: Sending,
): Promise<boolean> {
  const snapshot = inFlight.snapshot()
  const { deliveryIds, ofSandboxes } = snapshot
  const count = isOfSandboxes ? ofSandboxes : deliveryIds.length - ofSandboxes
  const total = Math.min(maxInFlight - count, maxPerQuery)
  if (total <= 0) return false
  const subscriptionIds = isOfSandboxes
    ? dueSubscriptions.takeOfSandboxes(snapshot.fullSandboxIds)
    : dueSubscriptions.take(snapshot.fullSubscriptionIds)
  if (subscriptionIds.length === 0) return false
  const capacity = {
    shards,
    subscriptionIds,
    inFlight: snapshot,
    // Each query reads this many deliveries of each subscription, to return `total` of all.
    perSubscription: Math.min(Math.ceil(total / subscriptionIds.length), maxOfSubscription),
    total,
  }
  try {
    const due = await db.readTx((sql) => listDueDeliveries(sql, capacity, now))
    if (isOfSandboxes && due.length > 0) await addAnswers(db, due)
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

/** Adds what the platform answers itself. */
async function addAnswers(db: Db, due: DueDelivery[]): Promise<void> {
  const answers = await db.tx((sql) => takeAnswers(sql, due))
  for (const delivery of due) delivery.answer = answers.get(delivery.id)
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
export function openDueSubscriptions(db: Pick<Db, 'readTx'>) {
  const waiting = new Set<number>()
  // Of all subscriptions of sandboxes, as of the last look.
  let sandboxes: ReadonlyMap<number, number> = new Map()
  let refreshed = Number.NEGATIVE_INFINITY
  let refreshedAll = Number.NEGATIVE_INFINITY
  let searchedUntil = new Date(0)
  let searchedLong = new Date(0)
  let searchedShards = new Set<number>()

  function add(ids: readonly number[]): void {
    for (const id of ids) waiting.add(id)
  }

  /** With the sandboxes of the same moment, so that those of all found ones are known. */
  async function find(list: (sql: Tx) => Promise<number[]>): Promise<void> {
    const read = (sql: Tx) => Promise.all([list(sql), listSandboxes(sql)])
    const [ids, ofSandboxes] = await db.readTx(read)
    add(ids)
    sandboxes = ofSandboxes
  }

  function takeIf(isTaken: (id: number) => boolean): number[] {
    const taken: number[] = []
    for (const id of waiting) {
      if (taken.length === MAX_TAKEN) break
      if (isTaken(id)) taken.push(id)
    }
    for (const id of taken) waiting.delete(id)
    return taken
  }

  return {
    /** Adds the subscriptions with newly due deliveries; at first, for a new shard and every 30 s all active ones. Does
     * nothing within 50 ms of the last time, unless `expire` was called. */
    async refresh(shards: number[], now: Date) {
      const startedAt = performance.now()
      const isNew = shards.some((shard) => !searchedShards.has(shard))
      if (!isNew && startedAt - refreshed < REFRESH_MS) return
      if (isNew || startedAt - refreshedAll >= REFRESH_ALL_MS) {
        await find((sql) => listActiveSubscriptionIds(sql, shards))
        refreshedAll = startedAt
      } else {
        const isLong = now.getTime() - searchedLong.getTime() >= LONG_OVERLAP_EVERY_MS
        const overlapMs = isLong ? LONG_OVERLAP_MS : OVERLAP_MS
        const after = new Date(searchedUntil.getTime() - overlapMs)
        await find((sql) => listNewlyDue(sql, after, now))
        if (isLong) searchedLong = now
      }
      refreshed = startedAt
      searchedUntil = now
      searchedShards = new Set(shards)
    },
    /** Removes and returns up to 1 000 live ones, those that wait for the longest time first, without `except`. */
    take(except: readonly number[]) {
      const excluded = new Set(except)
      return takeIf((id) => !sandboxes.has(id) && !excluded.has(id))
    },
    /** The same of sandboxes, without those of the sandboxes `except`. */
    takeOfSandboxes(except: readonly number[]) {
      const excluded = new Set(except)
      return takeIf((id) => sandboxes.has(id) && !excluded.has(sandboxes.get(id)!))
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
