import { setTimeout as sleep } from 'node:timers/promises'
import { runIn } from '@jobboard/process/tracing/span'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { AttemptOutcome } from '../../actions/write-outcomes.ts'
import { isSuccess, noResponse } from '../../domain/attempt-response.ts'
import { stateAfterAttempt } from '../../domain/retry.ts'
import type { WebhookEnv } from '../../env.ts'
import type { Connections } from '../../peers/post.ts'
import { sendDelivery } from '../../peers/send-delivery.ts'
import type { DueDelivery } from '../../store/due-delivery.ts'
import { endAttemptSpan, startAttemptSpan } from './attempt-span.ts'
import type { InFlight } from './in-flight.ts'

/** The attempts that run in this process. */
export interface Attempts {
  /** Starts an attempt. Returns false when `InFlight.add` refuses the delivery. */
  start(delivery: DueDelivery, leaseEpoch: number): boolean
  /** Waits up to `graceMs` for running attempts, then aborts the rest. An aborted attempt has no outcome,
   * so the delivery stays due and is sent again. */
  drain(graceMs: number): Promise<void>
}

/** Runs attempts and passes on their outcomes. */
export function openAttempts(
  deps: Deps<WebhookEnv>,
  connections: Connections,
  inFlight: InFlight,
  timeoutMs: number,
  onOutcome: (outcome: AttemptOutcome) => void,
): Attempts {
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
    const durationMs = Math.round(performance.now() - startedMs)
    const lease = { shard: delivery.shard, epoch: leaseEpoch }
    onOutcome({ delivery, lease, startedAt, durationMs, response, succeeded, next })
    const { id: deliveryId, subscriptionId, event, attempts } = delivery
    const { statusCode, error } = response
    const fields = { deliveryId, subscriptionId, event, number: attempts + 1, durationMs, statusCode, error }
    log.info({ ...fields, status: next.status, traceId: span?.traceId }, 'webhook attempt')
  }

  return {
    start(delivery, leaseEpoch) {
      if (!inFlight.add(delivery)) return false
      const abort = new AbortController()
      const promise = attempt(delivery, leaseEpoch, abort).finally(() => running.delete(abort))
      running.set(abort, promise)
      return true
    },
    async drain(graceMs) {
      const all = Promise.all(running.values())
      await Promise.race([all, sleep(graceMs, undefined, { ref: false })])
      isAborting = running.size > 0
      for (const abort of running.keys()) abort.abort()
      await all
    },
  }
}
