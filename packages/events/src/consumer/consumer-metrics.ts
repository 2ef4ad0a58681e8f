import type { Db } from '@jobboard/db/db'
import type { ConsumerInfo } from '@nats-io/jetstream'
import type { Bus } from '../nats/bus.ts'
import { streamOfFilter } from '../nats/topology.ts'

/** Those from the database and from NATS are of all replicas; the others count since the start of this process. */
export interface ConsumerMetrics {
  handled: number
  duplicates: number
  retries: number
  /** Events that this process dead-lettered. */
  deadLettered: number
  /** Dead letters in the database; undefined while it is down, as the next two. */
  deadLetters: number | undefined
  /** Failed events that wait for a retry. */
  waiting: number | undefined
  /** Age of the oldest of them since its first failure; 0 when there is none. */
  oldestWaitingSeconds: number | undefined
  /** Events on the stream that were not delivered yet; undefined while NATS is down. */
  pending: number | undefined
  /** Events that were delivered and not acknowledged yet; undefined while NATS is down. */
  ackPending: number | undefined
}

const INFO_CACHE_MS = 5_000

/** Reads the metrics of one consumer: one query, and at most one request to NATS in 5 s. */
export function openConsumerMetrics({
  db,
  bus,
  durable,
  filter,
  counts,
}: {
  db: Db
  bus: Bus
  durable: string
  filter: string
  counts: { handled: number; duplicates: number; retries: number; deadLettered: number }
}): () => Promise<ConsumerMetrics> {
  let cached: Promise<ConsumerInfo | undefined> | undefined
  let cachedAtMs = Number.NEGATIVE_INFINITY

  function info(): Promise<ConsumerInfo | undefined> {
    const now = performance.now()
    if (!cached || now - cachedAtMs > INFO_CACHE_MS) {
      cachedAtMs = now
      cached = readInfo(bus, durable, filter)
    }
    return cached
  }

  return async () => {
    const [lag, row] = await Promise.all([info(), readStored(db, durable).catch(() => undefined)])
    return {
      ...counts,
      deadLetters: row?.deadLetters,
      waiting: row?.waiting,
      oldestWaitingSeconds: row?.oldestWaitingSeconds,
      pending: lag?.num_pending,
      ackPending: lag?.num_ack_pending,
    }
  }
}

async function readInfo(bus: Bus, durable: string, filter: string): Promise<ConsumerInfo | undefined> {
  if (!bus.isUp()) return undefined
  return bus.jsm.consumers.info(streamOfFilter(filter), durable).catch(() => undefined)
}

interface Stored {
  deadLetters: number
  waiting: number
  oldestWaitingSeconds: number
}

async function readStored(db: Db, durable: string): Promise<Stored> {
  const [row] = await db.sql<Stored>`
    select (select count(*) from dead_letter where consumer = ${durable}) as dead_letters, count(*) as waiting,
      coalesce(extract(epoch from now() - min(first_at)), 0)::float8 as oldest_waiting_seconds
    from event_attempt where consumer = ${durable}`
  return row!
}
