import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import type { Log } from '../log.ts'
import type { Bus } from '../nats/bus.ts'
import { cleanInbox } from '../retention.ts'
import type { Consumer } from './consumer.ts'
import { deliver, type RetryPolicy, type Trace } from './deliver.ts'
import { durableOf } from './inbox.ts'
import { pull } from './pull.ts'

/** A consumer at work. */
export interface RunningConsumer {
  /** Finishes what has been fetched; afterwards the bus may close. */
  stop(): Promise<void>
  metrics(): Promise<ConsumerMetrics>
}

/** `deadLetters` stand in the table, the others count since the start of this process. */
export interface ConsumerMetrics {
  handled: number
  duplicates: number
  retries: number
  parked: number
  deadLetters: number
}

/** What `startConsumer` needs. `trace` wraps the handling of each event; the last two are for tests. */
export interface ConsumerOptions {
  db: Db
  bus: Bus
  service: ServiceName
  consumer: Consumer
  log: Log
  trace?: Trace
  ackWaitMs?: number
  retryPolicy?: Partial<RetryPolicy>
}

const ACK_WAIT_MS = 10_000
const CLEAN_MS = 3_600_000
const RETRY_POLICY: RetryPolicy = { maxAttempts: 8, retryMs: 100, maxRetryMs: 30_000, unavailableMs: 1_000 }

/** Starts a consumer in the background; NATS and the database may be away now and later. Every event is handled at
 * least once and takes effect once; after 8 failures or deaths of the process it becomes a dead letter. */
export function startConsumer(options: ConsumerOptions): RunningConsumer {
  const { db, bus, service, consumer, log, ackWaitMs = ACK_WAIT_MS } = options
  const durable = durableOf(service, consumer)
  const counts = { handled: 0, duplicates: 0, retries: 0, parked: 0 }
  const retryPolicy = { ...RETRY_POLICY, ...options.retryPolicy }
  const trace: Trace = options.trace ?? ((_, work) => work())
  const delivery = { db, durable, consumer, log, counts, retryPolicy, trace }

  const settle = (message: Parameters<typeof deliver>[0]) => deliver(message, delivery)
  const stop = pull({ bus, durable, filter: consumer.filter, ackWaitMs, settle, log })
  const cleaning = setInterval(() => {
    cleanInbox(db, durable).catch((error: unknown) => log.warn({ err: error }, 'inbox not cleaned'))
  }, CLEAN_MS).unref()

  return {
    async stop() {
      clearInterval(cleaning)
      await stop()
    },
    async metrics() {
      const [row] = await db.sql<{ deadLetters: number }>`
        select count(*) as dead_letters from dead_letter where consumer = ${durable}`
      return { ...counts, ...row! }
    },
  }
}
