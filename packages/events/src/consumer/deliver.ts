import { ApiError } from '@jobboard/contracts/error'
import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import { isUnavailable } from '@jobboard/db/failure'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { JsMsg } from '@nats-io/jetstream'
import type { Log } from '../log.ts'
import { fromMessage, type Received } from '../nats/message.ts'
import { failAttempt, forgiveAttempt, startAttempt } from './attempt.ts'
import type { Consumer } from './consumer.ts'
import { moveToDeadLetters } from './dead-letter.ts'
import { applyOnce } from './inbox.ts'

/** When to give up and how fast to come back; times in milliseconds. */
export interface RetryPolicy {
  maxAttempts: number
  retryMs: number
  maxRetryMs: number
  unavailableMs: number
}

/** Wraps the handling of one event, for a span around it. */
export type Trace = <T>(
  about: { consumer: string; subject: string; eventId: string; traceparent: string },
  work: () => Promise<T>,
) => Promise<T>

/** What one delivery needs to know. */
export interface Delivery {
  db: Db
  durable: string
  consumer: Consumer
  retryPolicy: RetryPolicy
  trace: Trace
  log: Log
  counts: { handled: number; duplicates: number; retries: number; parked: number }
}

/** Handles one message to its end: acknowledged after the commit, parked, or given back for later. Never throws. */
export async function deliver(message: JsMsg, delivery: Delivery): Promise<void> {
  const { durable, consumer, log, retryPolicy } = delivery
  const type = consumer.events.find((known) => known.subject === message.subject)
  // Not for us: another event of this owner, or a newer version that is told twice until we know it.
  if (!type) return message.ack()
  const received = fromMessage(message)
  const { event } = received
  try {
    const data = received.broken ? undefined : parse(event.data)
    const parsed = data && type.data.safeParse(data.json)
    if (!parsed?.success) {
      await giveUp(delivery, event, received.broken ?? parsed?.error.message ?? 'the payload is no JSON', 1)
    } else if (await isExhausted(message, received, delivery)) {
      await giveUp(delivery, event, 'the process died each time it was handled', retryPolicy.maxAttempts)
    } else {
      await handle({ ...event, data: parsed.data }, received, message.redelivered, delivery)
    }
    message.ack()
  } catch (error) {
    const delayMs = await afterFailure(error, message, event, delivery)
    const details = { err: error, consumer: durable, subject: event.subject, eventId: event.id, delayMs }
    if (delayMs === undefined) return message.ack()
    log.warn(details, 'event comes back later')
    message.nak(delayMs)
  }
}

async function handle(
  event: Event,
  { traceparent }: Received,
  redelivered: boolean,
  delivery: Delivery,
): Promise<void> {
  const { db, durable, consumer, counts, trace } = delivery
  const about = { consumer: durable, subject: event.subject, eventId: event.id, traceparent }
  const fresh = await trace(about, () =>
    db.tx(async (sql) => {
      const applied = await applyOnce(sql, durable, consumer, event)
      if (redelivered)
        await sql`delete from event_attempt where consumer = ${durable} and event_id = ${event.id}`
      return applied
    }),
  )
  if (fresh) counts.handled++
  else counts.duplicates++
  failpoint('consumer-after-commit')
}

/** The first delivery costs no extra round trip; only a redelivered message may be one that kills the process. */
async function isExhausted(
  message: JsMsg,
  { event }: Received,
  { db, durable, retryPolicy }: Delivery,
): Promise<boolean> {
  return message.redelivered && (await startAttempt(db, durable, event.id)) > retryPolicy.maxAttempts
}

async function giveUp(
  delivery: Delivery,
  event: Event<string>,
  error: string,
  attempts: number,
): Promise<void> {
  const { db, durable, log, counts } = delivery
  await moveToDeadLetters(db, durable, event, error, attempts)
  counts.parked++
  log.error(
    { consumer: durable, subject: event.subject, eventId: event.id, attempts },
    'event parked as dead letter',
  )
}

/** Milliseconds until the message shall come back; undefined when it was parked. */
async function afterFailure(
  error: unknown,
  message: JsMsg,
  event: Event<string>,
  delivery: Delivery,
): Promise<number | undefined> {
  const { db, durable, retryPolicy, counts } = delivery
  counts.retries++
  try {
    if (isOutage(error)) {
      if (message.redelivered) await forgiveAttempt(db, durable, event.id)
      return retryPolicy.unavailableMs
    }
    const attempts = await failAttempt(db, durable, event.id, error)
    if (attempts < retryPolicy.maxAttempts) {
      return Math.min(retryPolicy.retryMs * 2 ** (attempts - 1), retryPolicy.maxRetryMs)
    }
    await giveUp(delivery, event, String(error), attempts)
    return undefined
  } catch {
    // The database went away while the failure was to be written down.
    return retryPolicy.unavailableMs
  }
}

function isOutage(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof ApiError && error.code === 'unavailable')
}

function parse(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}
