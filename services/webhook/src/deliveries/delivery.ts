import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { deliveryStatuses, listDeliveries } from '@jobboard/contracts/webhooks/deliveries'

export type DeliveryStatus = (typeof deliveryStatuses)[number]

type DeliveryView = ResponseBody<typeof listDeliveries>['items'][number]

/** A stored delivery; `nextAttemptAt` is null unless it is pending. */
export interface Delivery extends Omit<DeliveryView, 'nextAttemptAt' | 'createdAt'> {
  subscriptionId: number
  nextAttemptAt: Date | null
  createdAt: Date
}

/** State of a delivery after an attempt. */
export interface DeliveryState {
  status: DeliveryStatus
  /** Failed attempts in the current series of attempts. */
  failedAttempts: number
  dueAt: Date
}

/** Why an attempt got no response; stored with the attempt and shown to operators. */
export type AttemptError =
  | 'blocked_target'
  | 'timeout'
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'protocol'
  | 'network'
  /** The signing secret cannot be decrypted: its key is not in `WEBHOOK_SECRET_KEYS`, or its bytes changed. */
  | 'secret_unreadable'
  /** An unexpected exception, which is in the log. */
  | 'internal'

/** The receiver's response to one attempt, or the error that prevented one. */
export interface AttemptResponse {
  statusCode: number | null
  error: AttemptError | null
  /** The first 4 KiB. */
  responseBody: string | null
}

/** What is stored of an attempt that got no response. */
export function noResponse(error: AttemptError): AttemptResponse {
  return { statusCode: null, error, responseBody: null }
}

/** Any 2xx is a success; every other status and every error is a failure (D-52). */
export function isSuccess({ statusCode }: AttemptResponse): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode <= 299
}

/** The next state of a pending delivery (D-51). A retry delay counts from `now`, the end of the attempt.
 * A failed attempt without a delay left dead-letters the delivery. A test delivery is attempted once: failed it is Cancelled,
 * never a dead letter (D-52). */
export function stateAfterAttempt(
  delivery: { failedAttempts: number; isTest: boolean },
  succeeded: boolean,
  now: Date,
  delaysSeconds: readonly number[],
): DeliveryState {
  const { failedAttempts } = delivery
  if (succeeded) return { status: 'Succeeded', failedAttempts, dueAt: now }
  const failed = failedAttempts + 1
  if (delivery.isTest) return { status: 'Cancelled', failedAttempts: failed, dueAt: now }
  const delay = delaysSeconds[failedAttempts]
  if (delay === undefined) return { status: 'DeadLettered', failedAttempts: failed, dueAt: now }
  return { status: 'Pending', failedAttempts: failed, dueAt: new Date(now.getTime() + delay * 1_000) }
}

/** A delivery as lists show it. */
export function toDeliveryView(row: Delivery): DeliveryView {
  const { id, eventId, event, status, failedAttempts, lastStatusCode } = row
  const nextAttemptAt = row.nextAttemptAt?.toISOString() ?? null
  const createdAt = row.createdAt.toISOString()
  return { id, eventId, event, status, failedAttempts, nextAttemptAt, lastStatusCode, createdAt }
}

/** An answer of the platform in place of a receiver; without a status there is none, as after the time-out. */
export interface SimulatedAnswer {
  statusCode: number | null
  delayMs: number
}
