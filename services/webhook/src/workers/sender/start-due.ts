import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { type DueDelivery, listDueDeliveries, type SendCapacity } from '../../store/due-delivery.ts'
import type { Attempts } from './attempts.ts'
import type { DueSubscriptions } from './due-subscriptions.ts'
import type { InFlight } from './in-flight.ts'
import type { Leases } from './leases.ts'

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
