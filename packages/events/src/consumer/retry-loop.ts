import { type Loop, startLoop } from '@jobboard/process/loop'
import { currentSpan, runIn, startProcessSpan } from '@jobboard/process/tracing/span'
import { applyOnce, parseEvent } from './consumer.ts'
import { type ConsumerContext, countDuplicate, deadLetter, isOutage } from './process-message.ts'
import {
  type ClaimedRetry,
  claimRetry,
  recordFailedAttempt,
  retryDelayMs,
  scheduleRetry,
} from './retry-store.ts'

/** How soon retries are found that another replica stored before it stopped. */
const POLL_MS = 120_000
const LOCKED_MS = 100

/** Retries stored events when they are due, one at a time: one that ends the process counts only its own attempt. */
export function startRetryLoop(context: Omit<ConsumerContext, 'onRetryStored'>, leaseMs: number): Loop {
  const { db, durable, log, retryPolicy } = context

  /** Returns the milliseconds to sleep. */
  async function retryNext(): Promise<number> {
    const { maxAttempts } = retryPolicy
    const { claimed, nextDueMs = POLL_MS } = await claimRetry(db, durable, { leaseMs, maxAttempts })
    // What is due and not claimed is locked by another replica.
    if (!claimed) return nextDueMs > 0 ? Math.min(nextDueMs, POLL_MS) : LOCKED_MS
    const { event, traceparent } = claimed
    const span = startProcessSpan(durable, { eventId: event.id, subject: event.subject, traceparent })
    await runIn(span, () => retry(context, claimed)).finally(() => span?.end())
    return 0
  }

  return startLoop({
    step: retryNext,
    onError: (error) => log.warn({ err: error, consumer: durable }, 'retries wait for the database'),
    retryMs: retryPolicy.outageDelayMs,
  })
}

async function retry(
  context: Omit<ConsumerContext, 'onRetryStored'>,
  { event, attempts, error: lastError }: ClaimedRetry,
): Promise<void> {
  const { db, durable, consumer, counts, log, retryPolicy } = context
  const { maxAttempts, outagesPerAttempt } = retryPolicy
  if (attempts > maxAttempts) return deadLetter(context, event, lastError, maxAttempts)
  const parsed = parseEvent(consumer, event)
  if ('invalid' in parsed) return deadLetter(context, event, parsed.invalid, attempts)
  try {
    const isNew = await db.tx(async (sql) => {
      const applied = await applyOnce(sql, durable, consumer, parsed.event)
      await sql`delete from event_attempt where consumer = ${durable} and event_id = ${event.id}`
      return applied
    })
    if (isNew) counts.handled++
    else countDuplicate(counts)
  } catch (error) {
    currentSpan()?.fail()
    counts.retries++
    const failure = { error, isOutage: isOutage(error) }
    const soFar = await recordFailedAttempt(db, durable, event.id, failure, outagesPerAttempt)
    if (soFar.attempts >= maxAttempts) return deadLetter(context, event, error, soFar.attempts)
    const delayMs = retryDelayMs(retryPolicy, failure.isOutage, soFar)
    await scheduleRetry(db, durable, event.id, delayMs)
    const details = {
      err: error,
      consumer: durable,
      subject: event.subject,
      eventId: event.id,
      delayMs,
      ...soFar,
    }
    log.warn(details, 'event failed, retried after a delay')
  }
}
