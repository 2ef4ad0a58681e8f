import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import type { DueDelivery, InFlightSnapshot } from '../../store/due-delivery.ts'

/** Deliveries in flight in this process. One leaves with the first snapshot after its outcome was stored: a
 * query for due deliveries that began before the outcome was stored may still return it, and it must not be
 * sent twice. */
export interface InFlight {
  /** Returns false when the delivery is in flight already or its subscription is at
   * `WEBHOOK_MAX_IN_FLIGHT`. */
  add(delivery: DueDelivery): boolean
  markStored(deliveryIds: string[]): void
  /** Removes deliveries with a stored outcome and returns the others. Call it before each query for due
   * deliveries. */
  snapshot(): InFlightSnapshot
  /** Deliveries without a stored outcome. */
  size(): number
  /** True while a delivery of the shard has no stored outcome. */
  isBusy(shard: number): boolean
}

/** Tracks deliveries in flight; starts empty. */
export function openInFlight(): InFlight {
  const deliveries = new Map<string, DueDelivery>()
  const countBySubscription = new Map<number, number>()
  const stored = new Set<string>()

  function count(subscriptionId: number, change: 1 | -1): void {
    const n = (countBySubscription.get(subscriptionId) ?? 0) + change
    if (n === 0) countBySubscription.delete(subscriptionId)
    else countBySubscription.set(subscriptionId, n)
  }

  return {
    add(delivery) {
      const { id, subscriptionId } = delivery
      const isFull = (countBySubscription.get(subscriptionId) ?? 0) >= WEBHOOK_MAX_IN_FLIGHT
      if (deliveries.has(id) || isFull) return false
      deliveries.set(id, delivery)
      count(subscriptionId, 1)
      return true
    },
    markStored(deliveryIds) {
      for (const id of deliveryIds) stored.add(id)
    },
    snapshot() {
      for (const id of stored) {
        const delivery = deliveries.get(id)
        if (delivery && deliveries.delete(id)) count(delivery.subscriptionId, -1)
      }
      stored.clear()
      const full = [...countBySubscription].filter(([, n]) => n >= WEBHOOK_MAX_IN_FLIGHT)
      return { deliveryIds: [...deliveries.keys()], fullSubscriptionIds: full.map(([id]) => id) }
    },
    size: () => deliveries.size - stored.size,
    isBusy(shard) {
      return [...deliveries.values()].some((one) => one.shard === shard && !stored.has(one.id))
    },
  }
}
