import type { Deps } from '@jobboard/service/lifecycle/deps'
import { coalesce, type Metrics } from '@jobboard/service/metrics/registry'
import type { AttemptOutcome } from '../../actions/write-outcomes.ts'
import type { WebhookEnv } from '../../env.ts'
import { type Backlog, getBacklog } from '../../store/backlog.ts'
import type { InFlight } from './in-flight.ts'

const BACKLOG = {
  due: ['webhook_deliveries_due', 'Deliveries that are due, over all replicas; counted up to 100 000.'],
  oldestDueSeconds: ['webhook_oldest_due_seconds', 'How long the oldest due delivery has been due.'],
  disabledSubscriptions: ['webhook_subscriptions_disabled', 'Subscriptions that are disabled.'],
  held: ['webhook_deliveries_held', 'Pending deliveries of disabled subscriptions; counted up to 100 000.'],
} as const satisfies Record<keyof Backlog, unknown>

/** Adds the metrics of the sender; one database query per scrape. Returns a function that counts an
 * attempt. */
export function addSenderMetrics(
  metrics: Metrics,
  { db, clock }: Pick<Deps<WebhookEnv>, 'db' | 'clock'>,
  inFlight: Pick<InFlight, 'size'>,
): (outcome: Pick<AttemptOutcome, 'succeeded'>) => void {
  const attempts = { succeeded: 0, failed: 0 }
  metrics.add(
    { name: 'webhook_attempts_total', type: 'counter', help: 'Attempts of this replica, by outcome.' },
    () => Object.entries(attempts).map(([outcome, value]) => ({ labels: { outcome }, value })),
  )
  metrics.add(
    {
      name: 'webhook_deliveries_in_flight',
      type: 'gauge',
      help: 'Deliveries that this replica is sending or whose outcome is not stored yet.',
    },
    () => [{ labels: {}, value: inFlight.size() }],
  )
  const readBacklog = coalesce(() => db.readTx((sql) => getBacklog(sql, clock.now())))
  for (const [field, [name, help]] of Object.entries(BACKLOG)) {
    metrics.add({ name, type: 'gauge', help }, async () => [
      { labels: {}, value: (await readBacklog())[field as keyof Backlog] },
    ])
  }
  return ({ succeeded }) => void attempts[succeeded ? 'succeeded' : 'failed']++
}
