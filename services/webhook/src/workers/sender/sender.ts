import { randomUUID } from 'node:crypto'
import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import { wakeableSleep } from '@jobboard/events/wakeable-sleep'
import type { Worker } from '@jobboard/service/lifecycle/define'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { WebhookEnv } from '../../env.ts'
import { openAgent } from '../../peers/post.ts'
import { openResolve } from '../../peers/resolve.ts'
import { listDueDeliveries } from '../../store/due-delivery.ts'
import { DELIVERY_CHANNEL } from '../../store/event.ts'
import { type Attempts, openAttempts } from './attempts.ts'
import { type Candidates, openCandidates } from './candidates.ts'
import { type InFlight, openInFlight } from './in-flight.ts'
import { type Leases, openLeases } from './leases.ts'
import { addSenderMetrics } from './metrics.ts'
import { openOutcomeWriter } from './outcome-writer.ts'
import { type WriteResult, writeOutcomes } from './write-outcomes.ts'

const POLL_MS = 1_000
/** Per process. */
const MAX_IN_FLIGHT = 4_000
const MAX_PER_QUERY = 500
const ATTEMPT_GRACE_MS = 6_000
const WRITE_GRACE_MS = 2_000
const WAKE_SUBJECT = 'wake.webhook.delivery'

/** Sends due deliveries of the shards it leases, at most 50 in flight per subscription (Spec §8). Commits here
 * and on other replicas and moves of the clock wake it; a poll every second finds what a lost wake-up would
 * miss. */
export const sender: Worker<WebhookEnv> = async (deps, metrics) => {
  const { db, bus, clock, log, env } = deps
  const owner = randomUUID()
  const notifies = env.SMTP_URL !== undefined
  const sendPause = wakeableSleep()
  const leasePause = wakeableSleep()
  const agent = openAgent(openResolve(env))
  const leases = openLeases(db, owner)
  const inFlight = openInFlight()
  const candidates = openCandidates(db.sql)
  const outcomeWriter = openOutcomeWriter({
    write: async (batch) => logWrite(log, await writeOutcomes(db, owner, batch, clock.now(), { notifies })),
    onWritten(batch) {
      inFlight.markStored(batch.map(({ delivery }) => delivery.id))
      sendPause.wake()
    },
    onError: (err) => log.warn({ err }, 'webhook outcomes not stored; retrying'),
  })
  const countOutcome = addSenderMetrics(metrics, deps, inFlight)
  const attempts = openAttempts(deps, agent, inFlight, (outcome) => {
    countOutcome(outcome)
    outcomeWriter.add(outcome)
  })
  const stopping = new AbortController()

  const unsubscribes = [
    clock.onAdvance(() => {
      candidates.forget()
      sendPause.wake()
    }),
    db.listen(DELIVERY_CHANNEL, () => {
      sendPause.wake()
      if (bus.isUp()) bus.nc.publish(WAKE_SUBJECT)
    }),
    bus.onConnect((nc) => void nc.subscribe(WAKE_SUBJECT, { callback: sendPause.wake })),
  ]
  const sleepAndExpire = async (ms: number) => {
    await sendPause.sleep(ms)
    candidates.expire()
  }
  const sending = loop(stopping.signal, log, sleepAndExpire, async () => {
    return (await startDue(deps, leases, inFlight, attempts, candidates)) ? 0 : POLL_MS
  })
  const leasing = loop(stopping.signal, log, leasePause.sleep, async () => {
    const before = leases.sendableShards().length
    const pauseMs = await leases.renew(inFlight.isBusy)
    if (leases.sendableShards().length > before) sendPause.wake()
    return pauseMs
  })

  return {
    async stop() {
      stopping.abort()
      for (const unsubscribe of unsubscribes) unsubscribe()
      sendPause.wake()
      leasePause.wake()
      await Promise.all([sending, leasing])
      await attempts.drain(ATTEMPT_GRACE_MS)
      await outcomeWriter.drain(WRITE_GRACE_MS)
      // Unreleased leases expire by themselves.
      await leases.release().catch(() => {})
      await agent.destroy()
    },
  }
}

/** Starts due deliveries within the limits. Returns true when another look may find more at once. */
async function startDue(
  { db, clock }: Deps<WebhookEnv>,
  leases: Leases,
  inFlight: InFlight,
  attempts: Attempts,
  candidates: Candidates,
): Promise<boolean> {
  const snapshot = inFlight.snapshot()
  const shards = leases.sendableShards()
  const total = Math.min(MAX_IN_FLIGHT - snapshot.deliveryIds.length, MAX_PER_QUERY)
  const now = clock.now()
  await candidates.refresh(shards, now)
  if (shards.length === 0 || total <= 0) return false
  const subscriptionIds = candidates.take(snapshot.fullSubscriptionIds)
  if (subscriptionIds.length === 0) return false
  const capacity = {
    shards,
    subscriptionIds,
    inFlight: snapshot,
    // Each query reads this many deliveries of each subscription, to return `total` of all.
    perSubscription: Math.min(Math.ceil(total / subscriptionIds.length), WEBHOOK_MAX_IN_FLIGHT),
    total,
  }
  try {
    const due = await listDueDeliveries(db.sql, capacity, now)
    // These may have more. After a cut the others may have some too.
    candidates.add(due.length < total ? [] : subscriptionIds)
    candidates.add(due.map(({ subscriptionId }) => subscriptionId))
    // The lease may have become too old during the query.
    const started = due.filter(
      (delivery) =>
        leases.maySend(delivery.shard) && attempts.start(delivery, leases.epochOf(delivery.shard)),
    )
    return started.length > 0 || (due.length === 0 && candidates.size() > 0)
  } catch (error) {
    candidates.add(subscriptionIds)
    throw error
  }
}

/** Repeats `iterate` until aborted; it returns the pause before the next iteration in milliseconds. */
async function loop(
  signal: AbortSignal,
  log: Deps['log'],
  sleep: (ms: number) => Promise<void>,
  iterate: () => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    const pauseMs = await iterate().catch((err: unknown) => {
      log.warn({ err }, 'webhook sender iteration failed; retrying')
      return POLL_MS
    })
    if (pauseMs > 0 && !signal.aborted) await sleep(pauseMs)
  }
}

function logWrite(log: Deps['log'], { fenced, disabled }: WriteResult): void {
  if (fenced > 0) log.warn({ fenced }, 'webhook outcomes dropped: another sender owns the shard')
  for (const subscriptionId of disabled) log.warn({ subscriptionId }, 'webhook subscription disabled')
}
