import type { Db } from '@jobboard/db/db'
import type { ConsumerMetrics, RunningConsumer } from '@jobboard/events/consumer/start-consumer'
import type { Relay, RelayMetrics } from '@jobboard/events/publisher/relay'
import { coalesce, type Metrics } from './registry.ts'

const RELAY = {
  leader: ['gauge', 'relay_leader', '1 where this replica publishes the outbox of the service.'],
  unpublished: ['gauge', 'relay_unpublished', 'Events in the outbox that are not published yet.'],
  oldestUnpublishedSeconds: ['gauge', 'relay_oldest_unpublished_seconds', 'Age of the oldest of them.'],
  published: ['counter', 'relay_published_total', 'Events that this replica published.'],
  failures: ['counter', 'relay_failures_total', 'Looks at the outbox that failed.'],
} as const satisfies Record<keyof RelayMetrics, unknown>

const CONSUMER = {
  handled: ['counter', 'consumer_handled_total', 'Events that took effect in this replica.'],
  duplicates: ['counter', 'consumer_duplicates_total', 'Events that came again and did nothing.'],
  retries: ['counter', 'consumer_retries_total', 'Events that failed and will come again.'],
  parked: ['counter', 'consumer_parked_total', 'Events that this replica gave up.'],
  deadLetters: ['gauge', 'consumer_dead_letters', 'Events given up that nobody has replayed yet.'],
} as const satisfies Record<keyof ConsumerMetrics, unknown>

/** Adds what the relay tells; one question to the database for all of it. */
export function addRelayMetrics(metrics: Metrics, relay: Pick<Relay, 'metrics'>): void {
  const ask = coalesce(() => relay.metrics())
  for (const [field, [type, name, help]] of entriesOf(RELAY)) {
    metrics.add({ type, name, help }, async () => [{ labels: {}, value: (await ask())[field] }])
  }
}

/** Adds what the consumers tell, by the name of the consumer. */
export function addConsumerMetrics(
  metrics: Metrics,
  consumers: { name: string; running: Pick<RunningConsumer, 'metrics'> }[],
): void {
  const ask = coalesce(() =>
    Promise.all(
      consumers.map(async ({ name, running }) => ({
        labels: { consumer: name },
        ...(await running.metrics()),
      })),
    ),
  )
  for (const [field, [type, name, help]] of entriesOf(CONSUMER)) {
    metrics.add({ type, name, help }, async () =>
      (await ask()).map(({ labels, ...counts }) => ({ labels, value: counts[field] })),
    )
  }
}

/** Adds how much of the pool of database connections is in use. */
export function addPoolMetrics(metrics: Metrics, db: Pick<Db, 'load'>): void {
  metrics.add(
    { type: 'gauge', name: 'db_connections', help: 'Database connections by what they do.' },
    () => {
      const { inUse, idle } = db.load()
      return [
        { labels: { state: 'in_use' }, value: inUse },
        { labels: { state: 'idle' }, value: idle },
      ]
    },
  )
  metrics.add({ type: 'gauge', name: 'db_waiting', help: 'Statements that wait for a connection.' }, () => [
    { labels: {}, value: db.load().waiting },
  ])
}

function entriesOf<K extends string, V>(fields: Record<K, V>): [K, V][] {
  return Object.entries(fields) as [K, V][]
}
