import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import type { ConsumerMetrics } from '@jobboard/events/consumer/consumer-metrics'
import type { RunningConsumer } from '@jobboard/events/consumer/start-consumer'
import type { Bus } from '@jobboard/events/nats/bus'
import { type StreamFill, streamFill } from '@jobboard/events/nats/streams'
import type { Relay, RelayBacklog, RelayCounts } from '@jobboard/events/publisher/relay'
import type { DatabaseTime } from '../clock/clock.ts'
import { coalesce, type Metrics } from '../metrics/registry.ts'

const RELAY_COUNTS = {
  leader: ['gauge', 'relay_leader', '1 on the replica that publishes the outbox, 0 on the others.'],
  published: ['counter', 'relay_published_total', 'Events published by this replica.'],
  failures: ['counter', 'relay_failures_total', 'Failed runs of the relay of this replica.'],
} as const satisfies Record<keyof RelayCounts, unknown>

const RELAY_BACKLOG = {
  unpublished: ['gauge', 'relay_unpublished', 'Events in the outbox that are not published yet.'],
  oldestUnpublishedSeconds: [
    'gauge',
    'relay_oldest_unpublished_seconds',
    'Age of the oldest unpublished event.',
  ],
} as const satisfies Record<keyof RelayBacklog, unknown>

const CONSUMER = {
  handled: ['counter', 'consumer_handled_total', 'Events handled by this replica.'],
  duplicates: [
    'counter',
    'consumer_duplicates_total',
    'Redelivered events that were already handled, and were skipped.',
  ],
  retries: ['counter', 'consumer_retries_total', 'Failed attempts.'],
  deadLettered: ['counter', 'consumer_parked_total', 'Events dead-lettered by this replica.'],
  deadLetters: ['gauge', 'consumer_dead_letters', 'Dead-lettered events that are not retried yet.'],
  waiting: ['gauge', 'consumer_waiting_for_retry', 'Failed events that wait for a retry.'],
  oldestWaitingSeconds: [
    'gauge',
    'consumer_oldest_waiting_seconds',
    'Age of the oldest event that waits for a retry, since its first failure.',
  ],
  pending: ['gauge', 'consumer_pending', 'Events on the stream that were not delivered to the consumer yet.'],
  ackPending: [
    'gauge',
    'consumer_ack_pending',
    'Events that were delivered to the consumer and not acknowledged yet.',
  ],
} as const satisfies Record<keyof ConsumerMetrics, unknown>

/** Adds the metrics of the relay; one database query per scrape. Without the database, the counts remain. */
export function addRelayMetrics(metrics: Metrics, relay: Pick<Relay, 'counts' | 'backlog'>): void {
  for (const [field, [type, name, help]] of entriesOf(RELAY_COUNTS)) {
    metrics.add({ type, name, help }, () => [{ labels: {}, value: relay.counts()[field] }])
  }
  const readBacklog = coalesce(() => relay.backlog())
  for (const [field, [type, name, help]] of entriesOf(RELAY_BACKLOG)) {
    metrics.add({ type, name, help }, async () => [{ labels: {}, value: (await readBacklog())[field] }])
  }
}

/** Adds how full the service's own stream is, or that it does not exist; one request to NATS per scrape. */
export function addStreamMetrics(metrics: Metrics, bus: Bus, service: ServiceName): void {
  const readFill = coalesce(() => streamFill(bus, service))
  const add = (name: string, help: string, value: (fill: StreamFill | undefined) => number | undefined) =>
    metrics.add({ type: 'gauge', name, help }, async () => {
      const sample = value(await readFill())
      return sample === undefined ? [] : [{ labels: {}, value: sample }]
    })
  add('relay_stream_bytes', "Bytes in the service's own event stream.", (fill) => fill?.bytes)
  add('relay_stream_max_bytes', 'Limit of that stream; -1 for none.', (fill) => fill?.maxBytes)
  add('relay_stream_fill_ratio', 'Share of the limit that the stream has used, 0 to 1.', (fill) =>
    fill && fill.maxBytes > 0 ? fill.bytes / fill.maxBytes : undefined,
  )
  add('relay_stream_missing', '1 while that stream does not exist, else 0.', (fill) => Number(!fill))
}

/** Adds the metrics of the consumers, labelled with the consumer's name. */
export function addConsumerMetrics(
  metrics: Metrics,
  consumers: { name: string; running: Pick<RunningConsumer, 'metrics'> }[],
): void {
  const readAll = coalesce(() =>
    Promise.all(
      consumers.map(async ({ name, running }) => ({
        labels: { consumer: name },
        ...(await running.metrics()),
      })),
    ),
  )
  for (const [field, [type, name, help]] of entriesOf(CONSUMER)) {
    metrics.add({ type, name, help }, async () =>
      (await readAll()).flatMap(({ labels, ...counts }) => {
        const value = counts[field]
        return value === undefined ? [] : [{ labels, value }]
      }),
    )
  }
}

/** Adds the state of the database connection pool. */
export function addPoolMetrics(metrics: Metrics, db: Pick<Db, 'load'>): void {
  metrics.add(
    { type: 'gauge', name: 'db_connections', help: 'Connections of the database pool, by state.' },
    () => {
      const { inUse, idle } = db.load()
      return [
        { labels: { state: 'in_use' }, value: inUse },
        { labels: { state: 'idle' }, value: idle },
      ]
    },
  )
  metrics.add(
    { type: 'gauge', name: 'db_waiting', help: 'Callers waiting for a connection of the database pool.' },
    () => [{ labels: {}, value: db.load().waiting }],
  )
}

/** Adds the difference between the wall clock of this process and the database's. */
export function addClockMetrics(metrics: Metrics, time: Pick<DatabaseTime, 'skewMs'>): void {
  const help =
    "Seconds that this process's wall clock is ahead of the database's; business time follows the database."
  metrics.add({ type: 'gauge', name: 'clock_skew_seconds', help }, () => [
    { labels: {}, value: time.skewMs() / 1_000 },
  ])
}

function entriesOf<K extends string, V>(fields: Record<K, V>): [K, V][] {
  return Object.entries(fields) as [K, V][]
}
