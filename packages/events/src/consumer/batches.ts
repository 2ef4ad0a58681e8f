import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'
import { failpoint } from '@jobboard/process/failpoint'
import { openRush } from '@jobboard/process/rush'
import { runIn, startProcessSpan } from '@jobboard/process/tracing/span'
import type { JsMsg } from '@nats-io/jetstream'
import { fromMessage } from '../nats/message.ts'
import { addToInbox, type Consumer, isStateFilter, parseEvent } from './consumer.ts'
import { MAX_ACK_PENDING } from './durable.ts'
import { type Dispatch, MAX_PARALLEL } from './message-loop.ts'
import { type ConsumerContext, countDuplicate } from './process-message.ts'

/** Events of one transaction: enough to share its commit, few enough to hold row locks for milliseconds. */
const MAX_BATCH = 64
/** A batch ends with the event that exceeds it. */
const MAX_BATCH_BYTES = 1_048_576
/** After failures batches are halved down to as many as run side by side alone: what each of them repeats is little. */
const MIN_BATCH = MAX_PARALLEL
/** After several events at once, and in a rush of single ones, so that the next batch is not of one. */
const PAUSE_MS = 20

/** An event that may share a transaction with others. */
interface Batched {
  message: JsMsg
  event: Event
  bytes: number
  traceparent: string
}

/** Handles what is pending in one transaction, one batch after the other, in the order of arrival. What may not share it,
 * and each event of a batch that failed, goes through `lanes`, which end before the next batch begins. */
export function openBatches(context: ConsumerContext, lanes: Dispatch): Dispatch {
  const waiting: JsMsg[] = []
  /** Those that wait too, so that their ack wait is extended. */
  const inFlight = new Set<JsMsg>()
  let limit = MAX_BATCH
  const last = { hadRepeated: false }
  const isRush = openRush()
  let running: Promise<void> | undefined

  function take(): { messages: JsMsg[]; batch: Batched[] } {
    // An event alone is read where it is handled.
    if (waiting.length === 1) return { messages: waiting.splice(0), batch: [] }
    const messages: JsMsg[] = []
    const batch: Batched[] = []
    for (let bytes = 0; messages.length < limit && bytes <= MAX_BATCH_BYTES && waiting.length > 0; ) {
      const message = waiting.shift()!
      messages.push(message)
      const one = readForBatch(message, context)
      if (one) batch.push(one)
      bytes += one?.bytes ?? 0
    }
    return { messages, batch }
  }

  async function handleNext(): Promise<void> {
    const { messages, batch } = take()
    const isBatch = batch.length > 1
    const isHandled = isBatch && (await handleBatch(batch, context, last))
    if (isBatch) limit = isHandled ? Math.min(2 * limit, MAX_BATCH) : Math.max(limit >> 1, MIN_BATCH)
    const handled = new Set(isHandled ? batch.map(({ message }) => message) : [])
    for (const message of messages) if (!handled.has(message)) await lanes.add(message)
    await lanes.idle()
    for (const message of messages) inFlight.delete(message)
    const gathers = isRush() || isBatch
    // Behind a full batch there is a backlog.
    if (gathers && messages.length < MAX_BATCH && waiting.length < limit) await sleep(PAUSE_MS)
  }

  async function run(): Promise<void> {
    // Messages of one network read arrive in the same event-loop iteration.
    await new Promise(setImmediate)
    while (waiting.length > 0) await handleNext()
    running = undefined
  }

  return {
    // The next batch is received while one is handled.
    prefetch: MAX_ACK_PENDING,
    async add(message) {
      inFlight.add(message)
      waiting.push(message)
      running ??= run()
    },
    inFlight: () => inFlight,
    async idle() {
      while (running) await running
    },
  }
}

/** Undefined: it breaks its contract, is ignored, or its first delivery may have ended the process. */
function readForBatch(message: JsMsg, { consumer }: ConsumerContext): Batched | undefined {
  if (message.redelivered) return undefined
  const { event, malformed, traceparent } = fromMessage(message)
  const parsed = malformed ? { invalid: malformed } : parseEvent(consumer, event)
  return 'invalid' in parsed
    ? undefined
    : { message, event: parsed.event, bytes: event.data.length, traceparent }
}

/** Handles events in one transaction and acknowledges them after its commit. Returns false when it was rolled back. */
async function handleBatch(
  batch: Batched[],
  context: ConsumerContext,
  last: { hadRepeated: boolean },
): Promise<boolean> {
  const { db, durable, consumer, counts, log } = context
  const spans = batch.map(({ event: { id: eventId, subject }, traceparent }) =>
    startProcessSpan(durable, { eventId, subject, traceparent }),
  )
  try {
    const prepared: unknown[] = []
    for (const [i, { event }] of batch.entries()) {
      prepared.push(await runIn(spans[i], () => consumer.batch?.prepare(event)))
    }
    const work = { durable, consumer, events: batch.map(({ event }) => event), prepared }
    const asNew =
      !last.hadRepeated &&
      !isStateFilter(consumer.filter) &&
      (await db.tx((sql) => handleAsNew(sql, work)).catch(ifRepeated))
    const isNew = asNew || (await db.tx((sql) => handleNew(sql, work)))
    last.hadRepeated = isNew.includes(false)
    failpoint('batch-after-commit')
    for (const [i, { message }] of batch.entries()) {
      if (isNew[i]) counts.handled++
      else runIn(spans[i], () => countDuplicate(counts))
      message.ack()
      spans[i]?.end()
    }
    return true
  } catch (err) {
    // The event that is the cause fails alone too, and is stored with its error. Spans that never end are not exported.
    log.warn(
      { err, consumer: durable, events: batch.length },
      'batch failed, its events are handled one by one',
    )
    return false
  }
}

interface Work {
  durable: string
  consumer: Consumer
  events: Event[]
  prepared: unknown[]
}

/** Handles those that are new; returns which. */
async function handleNew(sql: Tx, { durable, consumer, events, prepared }: Work): Promise<boolean[]> {
  const eventIds = events.map(({ id }) => id)
  const added = isStateFilter(consumer.filter) ? undefined : await addToInbox(sql, durable, eventIds)
  // Of an event that was published twice, the first.
  const isNew = eventIds.map((id) => added?.delete(id) ?? true)
  if (consumer.batch) {
    const news = prepared.filter((_, i) => isNew[i])
    if (news.length > 0) await consumer.batch.handleMany(sql, news)
  } else for (const event of events) await consumer.handle(sql, event)
  failpoint('batch-before-commit')
  return isNew
}

/** Handles all, which costs a round trip less, and throws `Repeated` unless all are new. */
async function handleAsNew(sql: Tx, { durable, consumer, events, prepared }: Work): Promise<boolean[]> {
  const eventIds = events.map(({ id }) => id)
  // Both are awaited: what one of them sends after the rollback would be outside of the transaction.
  const [added, handled] = await Promise.allSettled([
    addToInbox(sql, durable, eventIds),
    consumer.batch!.handleMany(sql, prepared),
  ])
  // First: a handler may refuse what it has handled before.
  if (added.status === 'fulfilled' && added.value.size < events.length) throw new Repeated()
  for (const one of [added, handled]) if (one.status === 'rejected') throw one.reason
  failpoint('batch-before-commit')
  return events.map(() => true)
}

class Repeated extends Error {}

function ifRepeated(error: unknown): undefined {
  if (!(error instanceof Repeated)) throw error
}
