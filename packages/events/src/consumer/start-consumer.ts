import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import type { Log } from '../log.ts'
import type { Bus } from '../nats/bus.ts'
import { CONSUMER_RETENTION, type ConsumerRetention, cleanConsumer } from './clean-consumer.ts'
import { type Consumer, isStateFilter } from './consumer.ts'
import { type ConsumerMetrics, openConsumerMetrics } from './consumer-metrics.ts'
import { eventLanes } from './event-lanes.ts'
import { durableName } from './inbox.ts'
import { startMessageLoop } from './message-loop.ts'
import { processMessage } from './process-message.ts'
import { processStates } from './process-states.ts'
import { startRetryLoop } from './retry-loop.ts'
import { RETRY_POLICY, type RetryPolicy } from './retry-policy.ts'
import { warnOfShortInbox } from './short-inbox.ts'
import { stateBatches } from './state-batches.ts'

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
  const stopLoop = startMessageLoop({
    bus,
    durable,
    filter: consumer.filter,
    ackWaitMs,
    onDurable: () =>
      warnOfShortInbox(bus, { durable, filter: consumer.filter, inboxDays: retention.inboxDays }, log),
    dispatch: isStateFilter(consumer.filter)
      ? stateBatches((messages) => processStates(messages, messageContext).catch(logNotAcknowledged))
      : eventLanes((message) => processMessage(message, messageContext).catch(logNotAcknowledged)),
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
