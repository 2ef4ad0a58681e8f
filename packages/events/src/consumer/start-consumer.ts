import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import type { Log } from '../log.ts'
import type { Bus } from '../nats/bus.ts'
import { cleanInbox } from '../retention.ts'
import type { Consumer } from './consumer.ts'
import { durableName } from './inbox.ts'
import { startMessageLoop } from './message-loop.ts'
import { processMessage, type RetryPolicy } from './process-message.ts'

/** A consumer that was started. */
export interface RunningConsumer {
  /** Finishes the messages already fetched; the bus can be closed afterwards. */
  stop(): Promise<void>
  metrics(): Promise<ConsumerMetrics>
}

/** `deadLetters` is the size of the table; the others count since the start of this process. */
export interface ConsumerMetrics {
  handled: number
  duplicates: number
  retries: number
  /** Events that this process dead-lettered. */
  parked: number
  deadLetters: number
}

/** Tests override `ackWaitMs` and `retryPolicy`. */
export interface ConsumerOptions {
  db: Db
  bus: Bus
  service: ServiceName
  consumer: Consumer
  log: Log
  ackWaitMs?: number
  retryPolicy?: Partial<RetryPolicy>
}

const ACK_WAIT_MS = 10_000
const CLEANUP_INTERVAL_MS = 3_600_000
const RETRY_POLICY: RetryPolicy = {
  maxAttempts: 8,
  initialDelayMs: 100,
  maxDelayMs: 30_000,
  outageDelayMs: 1_000,
}

/** Starts a consumer in the background; NATS and the database may be down now and later. Every event is
 * delivered at least once and takes effect once; after 8 failures or crashes it becomes a dead letter. */
export function startConsumer(options: ConsumerOptions): RunningConsumer {
  const { db, bus, service, consumer, log, ackWaitMs = ACK_WAIT_MS } = options
  const durable = durableName(service, consumer)
  const counts = { handled: 0, duplicates: 0, retries: 0, parked: 0 }
  const retryPolicy = { ...RETRY_POLICY, ...options.retryPolicy }
  const context = { db, durable, consumer, log, counts, retryPolicy }

  const stopLoop = startMessageLoop({
    bus,
    durable,
    filter: consumer.filter,
    ackWaitMs,
    onMessage: (message) => processMessage(message, context),
    log,
  })
  const cleanup = setInterval(() => {
    cleanInbox(db, durable).catch((error: unknown) => log.warn({ err: error }, 'inbox cleanup failed'))
  }, CLEANUP_INTERVAL_MS).unref()

  return {
    async stop() {
      clearInterval(cleanup)
      await stopLoop()
    },
    async metrics() {
      const [row] = await db.sql<{ deadLetters: number }>`
        select count(*) as dead_letters from dead_letter where consumer = ${durable}`
      return { ...counts, ...row! }
    },
  }
}
