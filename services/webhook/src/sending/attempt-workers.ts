import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import { SANDBOX_DELIVERIES_IN_FLIGHT } from '@jobboard/contracts/sandbox/sandbox'
import { runIn, type Span, startSpan } from '@jobboard/process/tracing/span'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { type AttemptResponse, isSuccess, noResponse, stateAfterAttempt } from '../deliveries/delivery.ts'
import type { WebhookEnv } from '../env.ts'
import type { AttemptOutcome } from './outcome-actions.ts'
import { type Connections, sendDelivery } from './peers.ts'
import type { DueDelivery, InFlightSnapshot } from './store.ts'

export type Attempts = ReturnType<typeof openAttempts>

/** Runs attempts and passes on their outcomes. */
export function openAttempts(
  deps: Deps<WebhookEnv>,
  connections: Connections,
  inFlight: InFlight,
  timeoutMs: number,
  onOutcome: (outcome: AttemptOutcome) => void,
) {
  const { clock, env, log } = deps
  const running = new Map<AbortController, Promise<void>>()
  let isAborting = false

  async function attempt(delivery: DueDelivery, leaseEpoch: number, abort: AbortController): Promise<void> {
    const timeout = setTimeout(() => abort.abort(), timeoutMs)
    const startedAt = clock.now()
    const startedMs = performance.now()
    const span = startAttemptSpan(delivery)
    const send = () => sendDelivery(env, connections, delivery, startedAt, abort.signal, span?.traceparent)
    const response = await runIn(span, send)
      .catch((err: unknown) => {
        log.error({ err, deliveryId: delivery.id }, 'webhook attempt threw')
        return noResponse('internal')
      })
      .finally(() => clearTimeout(timeout))
    if (span) endAttemptSpan(span, response)
    if (isAborting) return
    const succeeded = isSuccess(response)
    const next = stateAfterAttempt(delivery, succeeded, clock.now(), env.WEBHOOK_RETRY_DELAYS_SECONDS)
    // A simulated time-out is not waited for.
    const isCutShort = delivery.answer?.statusCode === null
    const durationMs = isCutShort ? timeoutMs : Math.round(performance.now() - startedMs)
    const lease = { shard: delivery.shard, epoch: leaseEpoch }
    onOutcome({ delivery, lease, startedAt, durationMs, response, succeeded, next })
    const { id: deliveryId, subscriptionId, event, attempts } = delivery
    const { statusCode, error } = response
    const fields = { deliveryId, subscriptionId, event, number: attempts + 1, durationMs, statusCode, error }
    log.info({ ...fields, status: next.status, traceId: span?.traceId }, 'webhook attempt')
  }

  return {
    /** Starts an attempt. Returns false when `InFlight.add` refuses the delivery. */
    start(delivery: DueDelivery, leaseEpoch: number) {
      if (!inFlight.add(delivery)) return false
      const abort = new AbortController()
      const promise = attempt(delivery, leaseEpoch, abort).finally(() => running.delete(abort))
      running.set(abort, promise)
      return true
    },
    /** Waits up to `graceMs` for running attempts, then aborts the rest. An aborted attempt has no outcome, so the delivery
     * stays due and is sent again. */
    async drain(graceMs: number) {
      const all = Promise.all(running.values())
      await Promise.race([all, sleep(graceMs, undefined, { ref: false })])
      isAborting = running.size > 0
      for (const abort of running.keys()) abort.abort()
      await all
    },
  }
}

/** Starts the span of an attempt, in the trace of its event; undefined for an event without a trace. It does not name the
 * receiver: a URL can contain a secret. */
function startAttemptSpan({ event, eventId, employerId, traceparent }: DueDelivery): Span | undefined {
  if (!traceparent) return undefined
  return startSpan({
    name: `deliver ${event}`,
    kind: 'client',
    parent: traceparent,
    attributes: {
      'http.request.method': 'POST',
      'jobboard.event_id': eventId,
      'jobboard.employer_id': employerId,
    },
  })
}

/** Ends the span of an attempt with the status of the receiver. */
function endAttemptSpan(span: Span, response: AttemptResponse): void {
  if (response.statusCode !== null) span.set({ 'http.response.status_code': response.statusCode })
  if (!isSuccess(response)) span.fail()
  span.end()
}

function openCounts() {
  const counts = new Map<number, number>()
  return {
    of: (id: number) => counts.get(id) ?? 0,
    add(id: number, change: 1 | -1) {
      const n = (counts.get(id) ?? 0) + change
      if (n === 0) counts.delete(id)
      else counts.set(id, n)
    },
    atLeast: (max: number) => [...counts].flatMap(([id, n]) => (n >= max ? [id] : [])),
    sum: () => [...counts.values()].reduce((sum, n) => sum + n, 0),
  }
}

export type InFlight = ReturnType<typeof openInFlight>

/** Deliveries in flight in this process. One leaves with the first snapshot after its outcome was stored: a query for due
 * deliveries that began before may still return it, and it must not be sent twice. */
export function openInFlight() {
  const deliveries = new Map<string, DueDelivery>()
  const bySubscription = openCounts()
  const bySandbox = openCounts()
  const stored = new Set<string>()

  /** Deliveries of a subscription share a limit, and those of all subscriptions of a sandbox. */
  function countsOf({ subscriptionId, sandboxId }: DueDelivery) {
    return sandboxId === null
      ? { counts: bySubscription, id: subscriptionId, max: WEBHOOK_MAX_IN_FLIGHT }
      : { counts: bySandbox, id: sandboxId, max: SANDBOX_DELIVERIES_IN_FLIGHT }
  }

  return {
    /** Returns false when the delivery is in flight already, or its subscription or its sandbox has as many as it may. */
    add(delivery: DueDelivery) {
      const { counts, id, max } = countsOf(delivery)
      if (deliveries.has(delivery.id) || counts.of(id) >= max) return false
      deliveries.set(delivery.id, delivery)
      counts.add(id, 1)
      return true
    },
    markStored(deliveryIds: string[]) {
      for (const id of deliveryIds) stored.add(id)
    },
    /** Removes deliveries with a stored outcome and returns the others. Call it before each query for due deliveries. */
    snapshot(): InFlightSnapshot {
      for (const id of stored) {
        const delivery = deliveries.get(id)
        if (!delivery) continue
        deliveries.delete(id)
        const { counts, id: counted } = countsOf(delivery)
        counts.add(counted, -1)
      }
      stored.clear()
      return {
        deliveryIds: [...deliveries.keys()],
        ofSandboxes: bySandbox.sum(),
        fullSubscriptionIds: bySubscription.atLeast(WEBHOOK_MAX_IN_FLIGHT),
        fullSandboxIds: bySandbox.atLeast(SANDBOX_DELIVERIES_IN_FLIGHT),
      }
    },
    /** Live deliveries without a stored outcome. */
    size: () =>
      [...deliveries.values()].filter((one) => one.sandboxId === null && !stored.has(one.id)).length,
    /** True while a delivery of the shard has no stored outcome. */
    isBusy(shard: number) {
      return [...deliveries.values()].some((one) => one.shard === shard && !stored.has(one.id))
    },
  }
}
