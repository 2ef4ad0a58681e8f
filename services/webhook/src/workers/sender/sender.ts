import { randomUUID } from 'node:crypto'
import { WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import { wakeableSleep } from '@jobboard/events/wakeable-sleep'
import type { Worker } from '@jobboard/service/lifecycle/define'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { type WriteResult, writeOutcomes } from '../../actions/write-outcomes.ts'
import type { WebhookEnv } from '../../env.ts'
import { openAgent } from '../../peers/post.ts'
import { openResolve } from '../../peers/resolve.ts'
import { DELIVERY_CHANNEL } from '../../store/event.ts'
import { openAttempts } from './attempts.ts'
import { openDueSubscriptions } from './due-subscriptions.ts'
import { openInFlight } from './in-flight.ts'
import { openLeases } from './leases.ts'
import { addSenderMetrics } from './metrics.ts'
import { openOutcomeWriter } from './outcome-writer.ts'
import { startDue } from './start-due.ts'

const POLL_MS = 1_000
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
  const sendPause = wakeableSleep()
  const leasePause = wakeableSleep()
  const agent = openAgent(openResolve(env))
  const leases = openLeases(db, owner)
  const inFlight = openInFlight()
  const dueSubscriptions = openDueSubscriptions(db)
  const outcomeWriter = openOutcomeWriter({
    write: async (batch) => logWrite(log, await writeOutcomes(deps, owner, batch, clock.now(), { notifies })),
    onWritten(batch) {
      inFlight.markStored(batch.map(({ delivery }) => delivery.id))
      if (dueSubscriptions.size() > 0) sendPause.wake()
    },
    onError: (err) => log.warn({ err }, 'webhook outcomes not stored; retrying'),
  })
  const countOutcome = addSenderMetrics(metrics, deps, inFlight)
  const attempts = openAttempts(deps, agent, inFlight, WEBHOOK_TIMEOUT_MS, (outcome) => {
    countOutcome(outcome)
    outcomeWriter.add(outcome)
  })
  const stopping = new AbortController()
  const wakeOthers = (subject: string) => {
    if (bus.isUp()) bus.nc.publish(subject, owner)
  }

  const unsubscribes = [
    clock.onAdvance(() => {
      dueSubscriptions.forget()
      sendPause.wake()
    }),
    db.listen(DELIVERY_CHANNEL, () => {
      sendPause.wake()
      wakeOthers(WAKE_SUBJECT)
    }),
    bus.onConnect((nc) => {
      // This sender receives its own messages too.
      const wakeBy = (subject: string, pause: typeof sendPause) => {
        const callback = (_error: unknown, message: { string(): string }) => {
          if (message.string() !== owner) pause.wake()
        }
        nc.subscribe(subject, { callback })
      }
      wakeBy(WAKE_SUBJECT, sendPause)
      wakeBy(LEASE_SUBJECT, leasePause)
      // The first renewal may have been before the connection.
      nc.publish(LEASE_SUBJECT, owner)
    }),
  ]
  const sleepAndExpire = async (ms: number) => {
    await sendPause.sleep(ms)
    dueSubscriptions.expire()
  }
  const sending = loop(stopping.signal, log, sleepAndExpire, async () => {
    return (await startDue(deps, leases, inFlight, attempts, dueSubscriptions)) ? 0 : POLL_MS
  })
  const leasing = loop(stopping.signal, log, leasePause.sleep, async () => {
    const before = leases.sendableShards().length
    const { pauseMs, concernsOthers } = await leases.renew(inFlight.isBusy)
    if (leases.sendableShards().length > before) sendPause.wake()
    if (concernsOthers) wakeOthers(LEASE_SUBJECT)
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
      await leases.release().then(
        () => wakeOthers(LEASE_SUBJECT),
        () => {},
      )
      await agent.destroy()
    },
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
  for (const { id: subscriptionId, employerId, disabledReason } of disabled) {
    log.warn({ subscriptionId, employerId, disabledReason }, 'webhook subscription disabled')
  }
}
