import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readersOf } from '@jobboard/contracts/services'
import { openDb } from '@jobboard/db/db'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { startConsumer } from '@jobboard/events/consumer/start-consumer'
import { openBus } from '@jobboard/events/nats/bus'
import { type Relay, startRelay } from '@jobboard/events/publisher/relay'
import type { FastifyInstance } from 'fastify'
import { publishAudit } from '../audit/record-audit.ts'
import { businessClock, openBusinessClock } from '../business-clock/business-clock.ts'
import { openDatabaseTime } from '../clock/clock.ts'
import { deadLetters } from '../dead-letters/dead-letters.ts'
import { confirmErasures } from '../erasure/erasure.ts'
import { buildApp } from '../http/app.ts'
import { openCall } from '../http/call.ts'
import { addDraining, addHealth, type Draining } from '../http/health.ts'
import { expiredResponses } from '../http/idempotency.ts'
import type { Feature, Route } from '../http/route.ts'
import type { Deps, Timer } from '../lifecycle/deps.ts'
import { type BaseEnv, directUrlOf } from '../lifecycle/env.ts'
import { type Log, openLog } from '../lifecycle/log.ts'
import { addMetrics, type Metrics, openMetrics, openRequestDurations } from '../metrics/registry.ts'
import { replays } from '../replay/replays.ts'
import { resyncs } from '../resync/resyncs.ts'
import type { Service } from './service.ts'
import {
  addClockMetrics,
  addConsumerMetrics,
  addPoolMetrics,
  addRelayMetrics,
  addStreamMetrics,
} from './service-metrics.ts'

/** A started service. `stop` serves for `stopDelayMs` more, not ready, finishes the requests, events and timer runs
 * in flight, then closes every connection. */
export interface Running<Env extends BaseEnv = BaseEnv, Own = unknown> {
  url: string
  deps: Deps<Env, Own>
  stop(): Promise<void>
  stopDelayMs: number
}

/** Connects and serves. The database is migrated; NATS may be down: the bus connects as soon as it is up. */
export async function startService<Env extends BaseEnv, Own>(
  service: Service<Env, Own>,
  env: Env,
  log: Log = openLog(service.name, env.LOG_LEVEL),
): Promise<Running<Env, Own>> {
  const deps = await openDeps(service, env, log)
  const { db, bus } = deps

  const consumers = service.consumers?.(deps) ?? []
  const features: Feature<Env, Own>[] = [service, ...featuresOf(service, env, consumers)]
  const relay = startRelay({ db, bus, service: service.name, readers: readersOf[service.name], log })
  const retention = { inboxDays: env.INBOX_RETENTION_DAYS, deadLetterDays: env.DEAD_LETTER_RETENTION_DAYS }
  const runningConsumers = consumers.map((consumer) => ({
    name: consumer.name,
    running: startConsumer({ db, bus, service: service.name, consumer, log, retention }),
  }))
  const timers = startTimers(
    deps,
    features.flatMap(({ timers = [] }) => timers),
  )
  const metrics = openMetrics()
  // Read before the others, which take connections of the pool themselves.
  addPoolMetrics(metrics, db)
  const starts = features.flatMap(({ workers = [] }) => workers)
  const workers = await Promise.all(starts.map((startWorker) => startWorker(deps, metrics)))
  service.addMetrics?.(deps, metrics)
  addRelayMetrics(metrics, relay)
  addClockMetrics(metrics, deps.databaseTime)
  addConsumerMetrics(metrics, runningConsumers)
  addStreamMetrics(metrics, bus, service.name)
  const routes = features.flatMap(({ routes = [] }) => routes)
  const { app, draining } = buildServer(service, deps, routes, relay, metrics)
  await app.listen({ host: env.HOST, port: env.PORT })
  const { port } = app.server.address() as AddressInfo
  log.info({ port }, 'ready')

  return {
    url: `http://${env.HOST}:${port}`,
    deps,
    stopDelayMs: env.DRAIN_DELAY_MS,
    async stop() {
      draining.begin()
      await sleep(env.DRAIN_DELAY_MS)
      await app.close()
      await Promise.all([timers.stop(), ...workers.map((worker) => worker.stop())])
      await Promise.all(runningConsumers.map(({ running }) => running.stop()))
      await relay.stop()
      await deps.call.close()
      await bus.close()
      await db.close()
      log.info('stopped')
    },
  }
}

async function openDeps<Env extends BaseEnv, Own>(
  { name, saveAudit = publishAudit, open }: Service<Env, Own>,
  env: Env,
  log: Log,
): Promise<Deps<Env, Own>> {
  const db = openDb({
    url: env.DATABASE_URL,
    directUrl: directUrlOf(env),
    poolSize: env.DATABASE_POOL,
    preparedStatements: env.DATABASE_PREPARED_STATEMENTS,
    onListenerError: (err) => log.error({ err }, 'callback after a commit failed'),
  })
  const streamLimits = {
    maxBytes: env.STREAM_MAX_BYTES,
    maxAgeDays: env.STREAM_MAX_AGE_DAYS,
    replicas: env.STREAM_REPLICAS,
  }
  const bus = openBus({
    url: env.NATS_URL,
    user: env.NATS_USER,
    password: env.NATS_PASSWORD,
    name,
    log,
    streamLimits,
  })
  const databaseTime = await openDatabaseTime(db.sql)
  const clock = await openBusinessClock(db, env, databaseTime.nowMs)
  const deps: Deps<Env> = {
    name,
    env,
    db,
    bus,
    databaseTime,
    clock,
    call: openCall(name, env),
    saveAudit,
    log,
  }
  return { ...deps, ...((await open?.(deps)) as Own) }
}

function buildServer<Env extends BaseEnv, Own>(
  service: Service<Env, Own>,
  deps: Deps<Env, Own>,
  routes: Route<Env, Own>[],
  relay: Relay,
  metrics: Metrics,
): { app: FastifyInstance; draining: Draining } {
  const app = buildApp(deps, routes, openRequestDurations(metrics), service.readRemainingCredits)
  const draining = addDraining(app)
  addHealth(app, deps, relay, draining, service.readiness)
  addMetrics(app, metrics)
  return { app, draining }
}

/** What every service has beside its own routes, timers and workers. A new feature needs an entry here, nothing else. */
function featuresOf<Env extends BaseEnv, Own>(
  { name, states = [], erasure }: Service<Env, Own>,
  env: Env,
  consumers: readonly Consumer[],
): Feature<Env>[] {
  return [
    businessClock(name, env),
    deadLetters(name, consumers),
    replays(name),
    resyncs(name, states),
    confirmErasures(erasure),
    expiredResponses,
  ]
}

/** Runs timers until stopped. A failed run is logged, and the next one retries. `stop` waits for runs in
 * flight. */
function startTimers<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  timers: Timer<Env, Own>[],
): { stop(): Promise<void> } {
  const stops = timers.map((timer) => startTimer(deps, timer))
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}

function startTimer<Env extends BaseEnv, Own>(
  deps: Deps<Env, Own>,
  timer: Timer<Env, Own>,
): () => Promise<void> {
  let stopped = false
  let pause: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const runNow = () => {
    clearTimeout(pause)
    // Queued after a run in flight, never skipped: that run may have read the time before the clock advanced.
    running = (running ?? Promise.resolve())
      .then(() => timer.run(deps))
      .catch((error: unknown) => {
        deps.log.error({ err: error, timer: timer.name }, 'timer failed')
      })
    running.finally(() => {
      if (stopped) return
      clearTimeout(pause)
      pause = setTimeout(runNow, timer.everyMs)
    })
  }
  const unsubscribe = deps.clock.onAdvance(runNow)
  runNow()
  return async () => {
    stopped = true
    unsubscribe()
    clearTimeout(pause)
    await running
  }
}
