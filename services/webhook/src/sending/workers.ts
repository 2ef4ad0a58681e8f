import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import { startLoop } from '@jobboard/process/loop'
import { openRush } from '@jobboard/process/rush'
import type { Deps, Worker } from '@jobboard/service/lifecycle/deps'
import { coalesce, type Metrics } from '@jobboard/service/metrics/registry'
import type { WebhookEnv } from '../env.ts'
import { DELIVERY_CHANNEL } from '../events/store.ts'
import { openResolve } from '../targets/peers.ts'
import { type InFlight, openAttempts, openInFlight } from './attempt-workers.ts'
import { openDueSubscriptions, startDue } from './due-workers.ts'
import { openLeases } from './lease-workers.ts'
import { type AttemptOutcome, type WriteResult, writeOutcomes } from './outcome-actions.ts'
import { openConnections } from './peers.ts'
import { type Backlog, getBacklog } from './store.ts'

const BATCH_SIZE = 200
const COLLECT_MS = 5
const RETRY_MS = 500

/** Collects outcomes and writes them in batches, one batch at a time. Retries `write` every 500 ms until it succeeds, so a
 * database outage loses no outcome; then calls `onWritten`. */
export function openOutcomeWriter(options: {
  write(batch: AttemptOutcome[]): Promise<void>
  onWritten(batch: AttemptOutcome[]): void
  onError(error: unknown): void
  retryMs?: number
}) {
  const queue: AttemptOutcome[] = []
  let running: Promise<void> | undefined
  let hasGivenUp = false

  async function run(): Promise<void> {
    await sleep(COLLECT_MS)
    while (queue.length > 0 && !hasGivenUp) {
      const batch = queue.slice(0, BATCH_SIZE)
      try {
        await options.write(batch)
        queue.splice(0, batch.length)
        options.onWritten(batch)
      } catch (error) {
        options.onError(error)
        await sleep(options.retryMs ?? RETRY_MS)
      }
    }
    running = undefined
  }

  return {
    add(outcome: AttemptOutcome) {
      queue.push(outcome)
      running ??= run()
    },
    /** Resolves when every outcome is written or the deadline has passed. Deliveries whose outcome is lost stay due and are
     * sent again. */
    async drain(deadlineMs: number) {
      const deadline = setTimeout(() => {
        hasGivenUp = true
      }, deadlineMs)
      while (running) await running
      clearTimeout(deadline)
    },
  }
}

const POLL_MS = 1_000
/** In a rush, so that one look finds several deliveries. */
const PAUSE_MS = 10
const ATTEMPT_GRACE_MS = 6_000
const WRITE_GRACE_MS = 2_000
const WAKE_SUBJECT = 'wake.webhook.delivery'
const LEASE_SUBJECT = 'wake.webhook.lease'

/** Sends due deliveries of the shards it leases, at most 50 in flight per subscription (Spec §8). Commits here
 * and on other replicas and moves of the clock wake it; a poll every second finds what a lost wake-up would
 * miss. A sender that joins, releases shards or stops wakes the others, which renew their leases at once. */
export const sender: Worker<WebhookEnv> = async (deps, metrics) => {
  const { db, bus, clock, log, env } = deps
  const owner = randomUUID()
  const notifies = env.SMTP_URL !== undefined
  const connections = openConnections(openResolve(env))
  const leases = openLeases(db, owner)
  const inFlight = openInFlight()
  const dueSubscriptions = openDueSubscriptions(db)
  const outcomeWriter = openOutcomeWriter({
    write: async (batch) => logWrite(log, await writeOutcomes(deps, owner, batch, clock.now(), { notifies })),
    onWritten(batch) {
      inFlight.markStored(batch.map(({ delivery }) => delivery.id))
      if (dueSubscriptions.size() > 0) sending.wake()
    },
    onError: (err) => log.warn({ err }, 'webhook outcomes not stored; retrying'),
  })
  const countOutcome = addSenderMetrics(metrics, deps, inFlight)
  const attempts = openAttempts(deps, connections, inFlight, WEBHOOK_TIMEOUT_MS, (outcome) => {
    countOutcome(outcome)
    outcomeWriter.add(outcome)
  })
  const wakeOthers = (subject: string) => {
    if (bus.isUp()) bus.nc.publish(subject, owner)
  }
  /** Wakes by a message of another sender; this one receives its own messages too. */
  const onMessage = (subject: string, wake: () => void) =>
    bus.onConnect((nc) => {
      const callback = (_error: unknown, message: { string(): string }) => {
        if (message.string() !== owner) wake()
      }
      nc.subscribe(subject, { callback })
    })

  function subscribe(wake: () => void): () => void {
    const unsubscribes = [
      clock.onAdvance(() => {
        dueSubscriptions.forget()
        wake()
      }),
      db.listen(DELIVERY_CHANNEL, () => {
        wake()
        wakeOthers(WAKE_SUBJECT)
      }),
      onMessage(WAKE_SUBJECT, wake),
      // The first renewal may have been before the connection.
      bus.onConnect((nc) => nc.publish(LEASE_SUBJECT, owner)),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }
  const onError = (err: unknown) => log.warn({ err }, 'webhook sender iteration failed; retrying')
  const isRush = openRush()
  const sending = startLoop({
    async step() {
      if (await startDue(deps, leases, inFlight, attempts, dueSubscriptions)) return 0
      if (isRush()) await sleep(PAUSE_MS)
      // A pause, however short, is followed by a look at what became due meanwhile.
      dueSubscriptions.expire()
      return POLL_MS
    },
    subscribe,
    onError(error) {
      dueSubscriptions.expire()
      onError(error)
    },
    retryMs: POLL_MS,
  })
  const leasing = startLoop({
    async step() {
      const before = leases.sendableShards().length
      const { pauseMs, concernsOthers } = await leases.renew(inFlight.isBusy)
      if (leases.sendableShards().length > before) sending.wake()
      if (concernsOthers) wakeOthers(LEASE_SUBJECT)
      return pauseMs
    },
    subscribe: (wake) => onMessage(LEASE_SUBJECT, wake),
    onError,
    retryMs: POLL_MS,
  })

  return {
    async stop() {
      await Promise.all([sending.stop(), leasing.stop()])
      await attempts.drain(ATTEMPT_GRACE_MS)
      await outcomeWriter.drain(WRITE_GRACE_MS)
      // Unreleased leases expire by themselves.
      await leases.release().then(
        () => wakeOthers(LEASE_SUBJECT),
        () => {},
      )
      connections.destroy()
    },
  }
}

function logWrite(log: Deps['log'], { fenced, disabled }: WriteResult): void {
  if (fenced > 0) log.warn({ fenced }, 'webhook outcomes dropped: another sender owns the shard')
  for (const { id: subscriptionId, employerId, disabledReason } of disabled) {
    log.warn({ subscriptionId, employerId, disabledReason }, 'webhook subscription disabled')
  }
}

const BACKLOG = {
  dueOfSandboxes: [
    'webhook_sandbox_deliveries_due',
    'Deliveries of sandboxes that are due, over all replicas; counted up to 100 000. All other gauges leave sandboxes out.',
  ],
  due: ['webhook_deliveries_due', 'Deliveries that are due, over all replicas; counted up to 100 000.'],
  oldestDueSeconds: ['webhook_oldest_due_seconds', 'How long the oldest due delivery has been due.'],
  disabledSubscriptions: ['webhook_subscriptions_disabled', 'Subscriptions that are disabled.'],
  held: ['webhook_deliveries_held', 'Pending deliveries of disabled subscriptions; counted up to 100 000.'],
} as const satisfies Record<keyof Backlog, unknown>

/** Adds the metrics of the sender; one database query per scrape. Returns a function that counts an
 * attempt. */
function addSenderMetrics(
  metrics: Metrics,
  { db, clock }: Pick<Deps<WebhookEnv>, 'db' | 'clock'>,
  inFlight: Pick<InFlight, 'size'>,
): (outcome: Pick<AttemptOutcome, 'delivery' | 'succeeded'>) => void {
  const attempts = { succeeded: 0, failed: 0 }
  metrics.add(
    {
      name: 'webhook_attempts_total',
      type: 'counter',
      help: 'Attempts of this replica, by outcome; those of sandboxes are left out.',
    },
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
  return ({ delivery, succeeded }) => {
    if (delivery.sandboxId === null) attempts[succeeded ? 'succeeded' : 'failed']++
  }
}
