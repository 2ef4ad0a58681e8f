import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import { nanos } from '@nats-io/transport-node'
import type { Bus, Log } from '../nats/bus.ts'
import { streamOfFilter } from '../nats/topology.ts'
import { inBatches } from '../retention.ts'
import { openBatches } from './batches.ts'
import { type Consumer, durableName, isStateFilter } from './consumer.ts'
import { type ConsumerMetrics, openConsumerMetrics } from './consumer-metrics.ts'
import { eventLanes, startMessageLoop } from './message-loop.ts'
import { processMessage } from './process-message.ts'
import { startRetryLoop } from './retry-loop.ts'
import { RETRY_POLICY, type RetryPolicy } from './retry-store.ts'

/** A consumer that was started. */
export interface RunningConsumer {
  /** Finishes the messages already fetched and the retry in progress; the bus can be closed afterwards. */
  stop(): Promise<void>
  metrics(): Promise<ConsumerMetrics>
}

/** Tests override `ackWaitMs` and `retryPolicy`. */
export interface ConsumerOptions {
  db: Db
  bus: Bus
  service: ServiceName
  consumer: Consumer
  log: Log
  retention?: ConsumerRetention
  ackWaitMs?: number
  retryPolicy?: Partial<RetryPolicy>
}

const ACK_WAIT_MS = 10_000
const CLEANUP_INTERVAL_MS = 3_600_000

/** Starts a consumer in the background; NATS and the database may be down now and later. Every event is
 * delivered at least once and takes effect once; after 8 failures or crashes it becomes a dead letter. */
export function startConsumer(options: ConsumerOptions): RunningConsumer {
  const { db, bus, service, consumer, log, ackWaitMs = ACK_WAIT_MS } = options
  const { retention = CONSUMER_RETENTION } = options
  const durable = durableName(service, consumer)
  const counts = { handled: 0, duplicates: 0, retries: 0, deadLettered: 0 }
  const retryPolicy = { ...RETRY_POLICY, ...options.retryPolicy }
  const context = { db, durable, consumer, log, counts, retryPolicy }

  const retries = startRetryLoop(context, ackWaitMs)
  const messageContext = { ...context, onRetryStored: retries.wake }
  const logNotAcknowledged = (error: unknown) =>
    log.warn({ err: error, consumer: durable }, 'event not acknowledged')
  const lanes = eventLanes((message) => processMessage(message, messageContext).catch(logNotAcknowledged))
  const stopLoop = startMessageLoop({
    bus,
    durable,
    filter: consumer.filter,
    ackWaitMs,
    onDurable: () =>
      warnOfShortInbox(bus, { durable, filter: consumer.filter, inboxDays: retention.inboxDays }, log),
    dispatch: isStateFilter(consumer.filter) || consumer.batch ? openBatches(messageContext, lanes) : lanes,
    log,
  })
  const cleanup = setInterval(() => {
    cleanConsumer(db, durable, retention, log).catch((error: unknown) =>
      log.warn({ err: error, consumer: durable }, 'cleanup of old rows failed'),
    )
  }, CLEANUP_INTERVAL_MS).unref()

  return {
    async stop() {
      clearInterval(cleanup)
      await Promise.all([stopLoop(), retries.stop()])
    },
    metrics: openConsumerMetrics({ db, bus, durable, filter: consumer.filter, counts }),
  }
}

/** Days that rows of a consumer are kept. */
export interface ConsumerRetention {
  /** More than the 14 days of the streams and outboxes: a redelivered event would take effect again. */
  inboxDays: number
  deadLetterDays: number
}

const CONSUMER_RETENTION: ConsumerRetention = { inboxDays: 30, deadLetterDays: 90 }

const BATCH_ROWS = 5_000

/** Deletes old inbox rows and dead letters of a consumer, in batches; events that wait for a retry never. Returns the
 * numbers of rows, and logs that of dead letters. */
export async function cleanConsumer(
  db: Db,
  consumer: string,
  { inboxDays, deadLetterDays }: ConsumerRetention,
  log: Log,
): Promise<{ inbox: number; deadLetters: number }> {
  // Rows without an event come from a version that kept waiting events on the stream.
  await db.sql`
    delete from event_attempt
    where consumer = ${consumer} and due_at is null and last_at < now() - make_interval(days => ${inboxDays})`
  const inbox = await inBatches(
    BATCH_ROWS,
    () => db.sql`
      delete from inbox where ctid = any(array(
        select ctid from inbox
        where consumer = ${consumer} and received_at < now() - make_interval(days => ${inboxDays})
        limit ${BATCH_ROWS}))
      returning 1`,
  )
  const deadLetters = await inBatches(
    BATCH_ROWS,
    () => db.sql`
      delete from dead_letter where id = any(array(
        select id from dead_letter
        where consumer = ${consumer} and parked_at < now() - make_interval(days => ${deadLetterDays})
        limit ${BATCH_ROWS}))
      returning 1`,
  )
  if (deadLetters > 0) {
    log.warn(
      { consumer, deadLetters, deadLetterDays },
      'old dead letters deleted: their events never take effect',
    )
  }
  return { inbox, deadLetters }
}

const DAY_MS = 86_400_000
const UNLIMITED = 0

/** Warns when a stream retains events for as long as the inbox remembers them: one that is redelivered later would take
 * effect a second time. The environment cannot say so, because limits on the server may be higher. */
async function warnOfShortInbox(
  bus: Bus,
  { durable, filter, inboxDays }: { durable: string; filter: string; inboxDays: number },
  log: Log,
): Promise<void> {
  if (isStateFilter(filter)) return
  const stream = streamOfFilter(filter)
  const { max_age } = (await bus.jsm.streams.info(stream)).config
  if (max_age !== UNLIMITED && max_age < nanos(inboxDays * DAY_MS)) return
  const streamDays = max_age === UNLIMITED ? 'unlimited' : max_age / nanos(DAY_MS)
  log.warn(
    { consumer: durable, stream, streamDays, inboxDays },
    'events stay on the stream longer than their inbox rows: raise INBOX_RETENTION_DAYS or lower max_age of the stream',
  )
}
