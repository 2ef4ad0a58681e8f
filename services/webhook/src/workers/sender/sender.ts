import { randomUUID } from 'node:crypto'
import { WEBHOOK_MAX_IN_FLIGHT } from '@jobboard/contracts/limits'
import { wakeableSleep } from '@jobboard/events/wakeable-sleep'
import type { Worker } from '@jobboard/service/lifecycle/define'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { WebhookEnv } from '../../env.ts'
import { openAgent } from '../../peers/post.ts'
import { openResolve } from '../../peers/resolve.ts'
import { listDue } from '../../store/due.ts'
import { DELIVERY_CHANNEL } from '../../store/event.ts'
import { type Attempts, openAttempts } from './attempts.ts'
import { type Leases, openLeases } from './leases.ts'
import { openOutcomeWriter } from './outcome-writer.ts'
import { type Ended, writeOutcomes } from './write-outcomes.ts'

const POLL_MS = 1_000
const MAX_IN_FLIGHT = 4_000
const MAX_PER_TURN = 500
const GRACE_MS = 6_000
const WRITE_GRACE_MS = 2_000
const WAKE_SUBJECT = 'wake.webhook.delivery'

/** Sends what is due in the shards it owns: at most 50 at once per subscription, each delivery by one sender at a time.
 * Woken by commits here and in other replicas and by a move of the clock; polls every second as the guarantee. */
export const sender: Worker<WebhookEnv> = async (deps) => {
  const { db, bus, clock, log, env } = deps
  const owner = randomUUID()
  const { wake, sleep } = wakeableSleep()
  const leases = openLeases(db, owner)
  const resolve = openResolve(env)
  const agent = openAgent(resolve)
  const finisher = openOutcomeWriter({
    write: async (batch) => report(deps, await writeOutcomes(db, owner, batch, clock.now())),
    written(batch) {
      attempts.finish(batch)
      wake()
    },
    failed: (error) => log.warn({ err: error }, 'webhook outcomes wait for the database'),
  })
  const attempts = openAttempts(deps, agent, (ended: Ended) => finisher.add(ended))
  const stopping = new AbortController()

  const stops = [
    clock.onAdvance(wake),
    db.listen(DELIVERY_CHANNEL, () => {
      wake()
      if (bus.isUp()) bus.nc.publish(WAKE_SUBJECT)
    }),
    bus.onConnect((nc) => void nc.subscribe(WAKE_SUBJECT, { callback: wake })),
  ]
  const sending = repeat(stopping.signal, deps, sleep, async () => {
    const started = await startDue(deps, leases, attempts)
    return started > 0 ? 0 : POLL_MS
  })
  const pause = wakeableSleep()
  const leasing = repeat(stopping.signal, deps, pause.sleep, async () => {
    const before = leases.startable().length
    const next = await leases.turn(attempts.busy)
    if (leases.startable().length > before) wake()
    return next
  })

  return {
    async stop() {
      stopping.abort()
      for (const stop of stops) stop()
      wake()
      pause.wake()
      await Promise.all([sending, leasing])
      await attempts.end(GRACE_MS)
      await finisher.drain(WRITE_GRACE_MS)
      await leases.release().catch(() => {})
      await agent.destroy()
    },
  }
}

/** Starts what is due and may be started; returns how many. */
async function startDue(deps: Deps<WebhookEnv>, leases: Leases, attempts: Attempts): Promise<number> {
  const room = attempts.room()
  const shards = leases.startable()
  const total = Math.min(MAX_IN_FLIGHT - room.inFlight.length, MAX_PER_TURN)
  if (shards.length === 0 || total <= 0) return 0
  const limits = { shards, ...room, perSubscription: WEBHOOK_MAX_IN_FLIGHT, total }
  const due = await listDue(deps.db.sql, limits, deps.clock.now())
  return due.filter((one) => leases.mayStart(one.shard) && attempts.start(one, leases.epochOf(one.shard)))
    .length
}

/** Does `turn` again and again until aborted; it returns how long to sleep in milliseconds. */
async function repeat(
  signal: AbortSignal,
  { log }: Pick<Deps, 'log'>,
  sleep: (ms: number) => Promise<void>,
  turn: () => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    const pauseMs = await turn().catch((error: unknown) => {
      log.warn({ err: error }, 'webhook sender interrupted')
      return POLL_MS
    })
    if (pauseMs > 0 && !signal.aborted) await sleep(pauseMs)
  }
}

function report(
  { log }: Pick<Deps, 'log'>,
  { fenced, disabled }: Awaited<ReturnType<typeof writeOutcomes>>,
): void {
  if (fenced > 0) log.warn({ fenced }, 'webhook outcomes dropped: the shard has another owner')
  for (const subscriptionId of disabled) log.warn({ subscriptionId }, 'webhook subscription disabled')
}
