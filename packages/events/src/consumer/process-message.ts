import { ApiError } from '@jobboard/contracts/error'
import type { Event } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import { isUnavailable } from '@jobboard/db/failure'
import { failpoint } from '@jobboard/process/failpoint'
import { currentSpan, runIn, startProcessSpan } from '@jobboard/process/tracing/span'
import type { JsMsg } from '@nats-io/jetstream'
import * as nats from '@nats-io/transport-node'
import type { Log } from '../nats/bus.ts'
import { fromMessage, type ReceivedEvent, subjectOf } from '../nats/message.ts'
import { applyOnce, type Consumer, parseEvent } from './consumer.ts'
import { moveToDeadLetters } from './dead-letter.ts'
import { type Failure, type RetryPolicy, retryDelayMs, storeForRetry } from './retry-store.ts'

/** One running consumer. */
export interface ConsumerContext {
  db: Db
  durable: string
  consumer: Consumer
  retryPolicy: RetryPolicy
  log: Log
  /** Since the start of this process. */
  counts: { handled: number; duplicates: number; retries: number; deadLettered: number }
  /** Called after an event was stored for a retry. */
  onRetryStored(): void
}

const NOT_ACKNOWLEDGED = 'the process ended, or could not reach the database, during attempt 1'

/** Handles one message and acknowledges it: after the commit of its effect, or after it is stored for a retry or as
 * a dead letter. While the database is unavailable, NATS redelivers it. Never throws. */
export async function processMessage(message: JsMsg, context: ConsumerContext): Promise<void> {
  const { durable, consumer } = context
  // Another event of the same service, or a version that this consumer does not support yet.
  const subject = subjectOf(message)
  if (!consumer.events.some((type) => type.subject === subject)) return message.ack()
  const received = fromMessage(message)
  const span = startProcessSpan(durable, {
    eventId: received.event.id,
    subject,
    traceparent: received.traceparent,
  })
  await runIn(span, () => handleAndAcknowledge(message, received, context))
  span?.end()
}

async function handleAndAcknowledge(
  message: JsMsg,
  { event, malformed }: ReceivedEvent,
  context: ConsumerContext,
): Promise<void> {
  const { durable, consumer, log, retryPolicy } = context
  try {
    const parsed = malformed ? { invalid: malformed } : parseEvent(consumer, event)
    if ('invalid' in parsed) {
      await deadLetter(context, event, parsed.invalid, 1)
    } else if (message.redelivered) {
      // Its first delivery may have ended the process. Retries run one at a time, so that only its own is counted.
      await store(context, event, { error: NOT_ACKNOWLEDGED, isOutage: false }, 0)
    } else {
      await handleFirst(parsed.event, event, context)
    }
    message.ack()
  } catch (error) {
    currentSpan()?.fail()
    const delayMs = retryPolicy.outageDelayMs
    const details = { err: error, consumer: durable, subject: event.subject, eventId: event.id, delayMs }
    log.warn(details, 'event neither handled nor stored, redelivered after a delay')
    message.nak(delayMs)
  }
}

async function handleFirst(event: Event, stored: Event<string>, context: ConsumerContext): Promise<void> {
  const { db, durable, consumer, counts, retryPolicy } = context
  try {
    const isNew = await db.tx((sql) => applyOnce(sql, durable, consumer, event))
    if (isNew) counts.handled++
    else countDuplicate(counts)
  } catch (error) {
    currentSpan()?.fail()
    const failure = { error, isOutage: isOutage(error) }
    counts.retries++
    if (!failure.isOutage && retryPolicy.maxAttempts <= 1) return deadLetter(context, stored, error, 1)
    const delayMs = retryDelayMs(retryPolicy, failure.isOutage, { attempts: 1, outages: 1 })
    await store(context, stored, failure, delayMs)
    failpoint('consumer-after-store')
    return
  }
  failpoint('consumer-after-commit')
}

async function store(
  context: ConsumerContext,
  event: Event<string>,
  failure: Failure,
  delayMs: number,
): Promise<void> {
  const { db, durable, counts, log, onRetryStored } = context
  if (!(await storeForRetry(db, durable, event, failure, delayMs))) {
    countDuplicate(counts)
    return
  }
  const details = {
    err: failure.error,
    consumer: durable,
    subject: event.subject,
    eventId: event.id,
    delayMs,
  }
  log.warn(details, 'event failed, retried after a delay')
  onRetryStored()
}

/** Counts an event that had its effect before. */
export function countDuplicate(counts: ConsumerContext['counts']): void {
  counts.duplicates++
  currentSpan()?.set({ 'jobboard.duplicate': true })
}

export async function deadLetter(
  { db, durable, log, counts }: Omit<ConsumerContext, 'onRetryStored'>,
  event: Event<string>,
  error: unknown,
  attempts: number,
): Promise<void> {
  currentSpan()?.fail()
  await moveToDeadLetters(db, durable, event, error, attempts)
  counts.deadLettered++
  log.error({ consumer: durable, subject: event.subject, eventId: event.id, attempts }, 'event dead-lettered')
}

const NATS_OUTAGES = [
  nats.ConnectionError,
  nats.ClosedConnectionError,
  nats.DrainingConnectionError,
  nats.TimeoutError,
  nats.NoRespondersError,
  nats.RequestError,
]

/** True when the database, a peer or NATS was unavailable, so that the event may not be the cause. Decided by classes
 * and codes, never by the words of a message. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'unavailable'
  return isUnavailable(error) || NATS_OUTAGES.some((type) => error instanceof type)
}
