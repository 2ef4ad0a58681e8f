import { ApiError } from '@jobboard/contracts/error'
import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import { isUnavailable } from '@jobboard/db/failure'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { JsMsg } from '@nats-io/jetstream'
import type { Log } from '../log.ts'
import { fromMessage } from '../nats/message.ts'
import { cancelAttempt, recordFailure, startAttempt } from './attempt.ts'
import type { Consumer } from './consumer.ts'
import { moveToDeadLetters } from './dead-letter.ts'
import { applyOnce } from './inbox.ts'

/** Attempts per event, and the delays between them: exponential from `initialDelayMs` to `maxDelayMs`.
 * An outage (database or peer unavailable) counts no attempt and is retried every `outageDelayMs`. */
export interface RetryPolicy {
  maxAttempts: number
  initialDelayMs: number
  maxDelayMs: number
  outageDelayMs: number
}

/** One running consumer. */
export interface ConsumerContext {
  db: Db
  durable: string
  consumer: Consumer
  retryPolicy: RetryPolicy
  log: Log
  counts: { handled: number; duplicates: number; retries: number; parked: number }
}

/** Handles one message: acknowledges it after the commit, dead-letters it, or lets NATS redeliver it after a
 * delay. Never throws. */
export async function processMessage(message: JsMsg, context: ConsumerContext): Promise<void> {
  const { durable, consumer, log, retryPolicy } = context
  const type = consumer.events.find((candidate) => candidate.subject === message.subject)
  // Another event of the same service, or a version that this consumer does not support yet.
  if (!type) return message.ack()
  const { event, malformed } = fromMessage(message)
  try {
    const data = malformed ? undefined : parseJson(event.data)
    const parsed = data && type.data.safeParse(data.json)
    if (!parsed?.success) {
      await deadLetter(context, event, malformed ?? parsed?.error ?? 'the payload is not JSON', 1)
    } else if (await isOutOfAttempts(message, event, context)) {
      await deadLetter(context, event, 'the process died on every attempt', retryPolicy.maxAttempts)
    } else {
      await handle({ ...event, data: parsed.data }, message.redelivered, context)
    }
    message.ack()
  } catch (error) {
    const delayMs = await retryDelay(error, message, event, context)
    if (delayMs === undefined) return message.ack()
    const details = { err: error, consumer: durable, subject: event.subject, eventId: event.id, delayMs }
    log.warn(details, 'event failed, redelivered after a delay')
    message.nak(delayMs)
  }
}

async function handle(event: Event, redelivered: boolean, context: ConsumerContext): Promise<void> {
  const { db, durable, consumer, counts } = context
  const isNew = await db.tx(async (sql) => {
    const applied = await applyOnce(sql, durable, consumer, event)
    if (redelivered) {
      await sql`delete from event_attempt where consumer = ${durable} and event_id = ${event.id}`
    }
    return applied
  })
  if (isNew) counts.handled++
  else counts.duplicates++
  failpoint('consumer-after-commit')
}

/** Only a redelivered message can have killed the process, so a first delivery costs no extra round trip. */
async function isOutOfAttempts(
  message: JsMsg,
  event: Event<string>,
  { db, durable, retryPolicy }: ConsumerContext,
): Promise<boolean> {
  return message.redelivered && (await startAttempt(db, durable, event.id)) > retryPolicy.maxAttempts
}

async function deadLetter(
  { db, durable, log, counts }: ConsumerContext,
  event: Event<string>,
  error: unknown,
  attempts: number,
): Promise<void> {
  await moveToDeadLetters(db, durable, event, error, attempts)
  counts.parked++
  log.error({ consumer: durable, subject: event.subject, eventId: event.id, attempts }, 'event dead-lettered')
}

/** Records a failure. Returns the milliseconds until redelivery; undefined when the event was dead-lettered. */
async function retryDelay(
  error: unknown,
  message: JsMsg,
  event: Event<string>,
  context: ConsumerContext,
): Promise<number | undefined> {
  const { db, durable, retryPolicy, counts } = context
  counts.retries++
  try {
    if (isOutage(error)) {
      if (message.redelivered) await cancelAttempt(db, durable, event.id)
      return retryPolicy.outageDelayMs
    }
    const attempts = await recordFailure(db, durable, event.id, error)
    if (attempts < retryPolicy.maxAttempts) {
      return Math.min(retryPolicy.initialDelayMs * 2 ** (attempts - 1), retryPolicy.maxDelayMs)
    }
    await deadLetter(context, event, error, attempts)
    return undefined
  } catch {
    // The database became unavailable before the failure was recorded.
    return retryPolicy.outageDelayMs
  }
}

function isOutage(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof ApiError && error.code === 'unavailable')
}

function parseJson(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}
