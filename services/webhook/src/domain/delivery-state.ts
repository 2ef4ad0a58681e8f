import type { deliveryStatuses } from '@jobboard/contracts/webhooks/deliveries'

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** State of a delivery after an attempt. */
export interface DeliveryState {
  status: DeliveryStatus
  /** Failed attempts in the current round of retries. */
  failedAttempts: number
  dueAt: Date
}
