import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_MAX_IN_FLIGHT, WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { Dispatcher } from 'undici'
import { afterAttempt } from '../../domain/outcome.ts'
import { hostOf } from '../../domain/parse-target.ts'
import { isPublic } from '../../domain/public-address.ts'
import { unseal } from '../../domain/secret.ts'
import { signatureOf } from '../../domain/signature.ts'
import type { WebhookEnv } from '../../env.ts'
import { type Answered, post } from '../../peers/post.ts'
import type { Due, Room } from '../../store/due.ts'
import type { Ended } from './write-outcomes.ts'

/** What is in flight in this process: from the start of a request until its outcome is written and seen. */
export interface Attempts {
  /** False when it is in flight already or its subscription has no room. */
  start(due: Due, leaseEpoch: number): boolean
  finish(batch: Pick<Ended, 'id'>[]): void
  /** What is taken. Call it before the database is asked: only then what was finished can be forgotten. */
  room(): Pick<Room, 'full' | 'inFlight'>
  busy(shard: number): boolean
  /** Waits for the requests, and cuts off what takes longer; what is cut off is sent again, as if not tried. */
  end(graceMs: number): Promise<void>
}

/** Sends deliveries and hands over what became of them. */
export function openAttempts(
  deps: Deps<WebhookEnv>,
  dispatcher: Dispatcher,
  ended: (ended: Ended) => void,
): Attempts {
  const inFlight = new Map<string, Due>()
  const perSubscription = new Map<number, number>()
  const finished: string[] = []
  const requests = new Map<AbortController, Promise<void>>()
  let cutOff = false

  function count(subscriptionId: number, change: 1 | -1): void {
    const n = (perSubscription.get(subscriptionId) ?? 0) + change
    if (n === 0) perSubscription.delete(subscriptionId)
    else perSubscription.set(subscriptionId, n)
  }

  async function attempt(due: Due, leaseEpoch: number, abort: AbortController): Promise<void> {
    const late = setTimeout(() => abort.abort(), WEBHOOK_TIMEOUT_MS)
    const startedAt = deps.clock.now()
    const began = performance.now()
    const answered = await send(deps.env, dispatcher, due, startedAt, abort.signal).finally(() =>
      clearTimeout(late),
    )
    if (cutOff) return
    const { statusCode } = answered
    const succeeded = statusCode !== null && statusCode >= 200 && statusCode <= 299
    const delays = deps.env.WEBHOOK_RETRY_DELAYS_SECONDS
    const next = afterAttempt(due, succeeded, deps.clock.now(), delays)
    const durationMs = Math.round(performance.now() - began)
    const { id, attempts, subscriptionId, epoch, isTest, shard } = due
    const lease = { shard, epoch: leaseEpoch }
    ended({
      id,
      attempts,
      subscriptionId,
      epoch,
      isTest,
      lease,
      succeeded,
      startedAt,
      durationMs,
      ...answered,
      ...next,
    })
    const facts = {
      deliveryId: id,
      subscriptionId,
      event: due.event,
      number: attempts + 1,
      durationMs,
      statusCode,
    }
    deps.log.info({ ...facts, error: answered.error, status: next.status }, 'webhook attempt')
  }

  return {
    start(due, leaseEpoch) {
      const { id, subscriptionId } = due
      const full = (perSubscription.get(subscriptionId) ?? 0) >= WEBHOOK_MAX_IN_FLIGHT
      if (inFlight.has(id) || full) return false
      inFlight.set(id, due)
      count(subscriptionId, 1)
      const abort = new AbortController()
      const request = attempt(due, leaseEpoch, abort)
        // It stays in flight, so that what cannot be tried is not tried in a loop.
        .catch((error: unknown) =>
          deps.log.error({ err: error, deliveryId: id }, 'webhook could not be tried'),
        )
        .finally(() => requests.delete(abort))
      requests.set(abort, request)
      return true
    },
    finish(batch) {
      finished.push(...batch.map((one) => one.id))
    },
    room() {
      for (const id of finished.splice(0)) {
        const due = inFlight.get(id)
        if (due && inFlight.delete(id)) count(due.subscriptionId, -1)
      }
      const full = [...perSubscription].filter(([, n]) => n >= WEBHOOK_MAX_IN_FLIGHT).map(([id]) => id)
      return { full, inFlight: [...inFlight.keys()] }
    },
    busy(shard) {
      const done = new Set(finished)
      return [...inFlight.values()].some((due) => due.shard === shard && !done.has(due.id))
    },
    async end(graceMs) {
      const all = Promise.all(requests.values())
      await Promise.race([all, sleep(graceMs, undefined, { ref: false })])
      cutOff = requests.size > 0
      for (const abort of requests.keys()) abort.abort()
      await all
    },
  }
}

async function send(
  env: WebhookEnv,
  dispatcher: Dispatcher,
  due: Due,
  now: Date,
  signal: AbortSignal,
): Promise<Answered> {
  const url = new URL(due.url)
  const host = hostOf(url)
  // A literal address is never looked up, so it is checked here, on every attempt.
  const isBlocked = isIP(host) !== 0 && !isPublic(host)
  if (!env.WEBHOOK_ALLOW_PRIVATE && (isBlocked || url.protocol !== 'https:')) {
    return { statusCode: null, error: 'blocked_target', responseBody: null }
  }
  const sealed = [due.secret, ...(previousHolds(due, now) ? [due.previousSecret!] : [])]
  const secrets = sealed.map((one) => unseal(env.WEBHOOK_SECRET_KEY, due.employerId, one))
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'jobboard-webhooks/1',
    'x-webhook-signature': signatureOf(secrets, now, due.body),
    'x-webhook-event': due.event,
    'x-webhook-delivery-id': due.id,
  }
  return post(dispatcher, url, headers, due.body, signal)
}

function previousHolds({ previousSecret, previousSecretUntil }: Due, now: Date): boolean {
  return previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
}
