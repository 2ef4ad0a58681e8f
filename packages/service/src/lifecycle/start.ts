import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readersOf } from '@jobboard/contracts/readers'
import { openDb } from '@jobboard/db/db'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { startConsumer } from '@jobboard/events/consumer/start-consumer'
import { openBus } from '@jobboard/events/nats/bus'
import { type Relay, startRelay } from '@jobboard/events/publisher/relay'
import type { FastifyInstance } from 'fastify'
import { publishAudit } from '../audit/record-audit.ts'
import { openDatabaseTime } from '../clock/database-time.ts'
import { followDatabaseTime } from '../clock/follow-database-time.ts'
import { clockRoutes, clockTimers, openBusinessClock } from '../clock/test-clock.ts'
import { deadLetterRoutes } from '../dead-letters/dead-letter-routes.ts'
import { startConfirmErasures } from '../erasure/confirm-erasures.ts'
import { replayRoutes } from '../events/replay-routes.ts'
import { buildApp } from '../http/app.ts'
import { openCall } from '../http/call.ts'
import { addDraining, type Draining } from '../http/draining.ts'
import { addHealth } from '../http/health.ts'
import { deleteExpiredResponses } from '../http/idempotency.ts'
import { addMetrics, type Metrics, openMetrics } from '../metrics/registry.ts'
import { openRequestDurations } from '../metrics/request-duration.ts'
import {
  addClockMetrics,
  addConsumerMetrics,
  addPoolMetrics,
  addRelayMetrics,
  addStreamMetrics,
} from '../metrics/service-metrics.ts'
import { deleteOldProgress } from '../resync/delete-old-replays.ts'
import { startPublishStates } from '../resync/publish-states.ts'
import { resyncRoutes } from '../resync/resync-routes.ts'
import type { Service, Timer } from './define.ts'
import { deleteInBatches, RETENTION_INTERVAL_MS } from './delete-in-batches.ts'
import type { Deps } from './deps.ts'
import { type BaseEnv, directUrlOf } from './env.ts'
import { type Log, openLog } from './log.ts'
import { migrateWhenUp } from './migrate-when-up.ts'
import { startTimers } from './timers.ts'

/** A started service. `stop` serves for `stopDelayMs` more, not ready, finishes the requests, events and timer runs
 * in flight, then closes every connection. */
export interface Running<Env extends BaseEnv = BaseEnv> {
  url: string
  deps: Deps<Env>
  stop(): Promise<void>
  stopDelayMs: number
}

/** Migrates the database, connects and serves. NATS may be down: the bus connects as soon as it is up. */
export async function startService<Env extends BaseEnv>(
  service: Service<Env>,
  env: Env,
  log: Log = openLog(service.name, env.LOG_LEVEL),
): Promise<Running<Env>> {
  await migrateWhenUp(directUrlOf(env), service.migrations, log)
  const deps = await openDeps(service, env, log)
  await service.prepare?.(deps)
  const { db, bus } = deps

  const consumers = service.consumers?.(deps) ?? []
  const relay = startRelay({ db, bus, service: service.name, readers: readersOf[service.name], log })
  const retention = { inboxDays: env.INBOX_RETENTION_DAYS, deadLetterDays: env.DEAD_LETTER_RETENTION_DAYS }
  const runningConsumers = consumers.map((consumer) => ({
    name: consumer.name,
    running: startConsumer({ db, bus, service: service.name, consumer, log, retention }),
  }))
  const timers = startTimers(deps, [
    ...(service.timers ?? []),
    ...clockTimers(env),
    followDatabaseTime,
    deleteExpired,
    deleteOldProgress,
  ])
  const metrics = openMetrics()
  // Read before the others, which take connections of the pool themselves.
  addPoolMetrics(metrics, db)
  const workers = await Promise.all((service.workers ?? []).map((startWorker) => startWorker(deps, metrics)))
  if (service.states?.length) workers.push(startPublishStates(deps, service.states))
  if (service.erasure) workers.push(startConfirmErasures(deps, service.erasure))
  service.addMetrics?.(deps, metrics)
  addRelayMetrics(metrics, relay)
  addClockMetrics(metrics, deps.databaseTime)
  addConsumerMetrics(metrics, runningConsumers)
  addStreamMetrics(metrics, bus, service.name)
  const { app, draining } = buildServer(service, deps, consumers, relay, metrics)
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

async function openDeps<Env extends BaseEnv>(
  { name, saveAudit = publishAudit }: Service<Env>,
  env: Env,
  log: Log,
): Promise<Deps<Env>> {
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
  return { name, env, db, bus, databaseTime, clock, call: openCall(name, env), saveAudit, log }
}

function buildServer<Env extends BaseEnv>(
  service: Service<Env>,
  deps: Deps<Env>,
  consumers: Consumer[],
  relay: Relay,
  metrics: Metrics,
): { app: FastifyInstance; draining: Draining } {
  const routes = [
    ...service.routes,
    ...clockRoutes(deps),
    ...deadLetterRoutes<Env>(service.name, consumers),
    ...replayRoutes(deps),
    ...resyncRoutes(service),
  ]
  const app = buildApp(deps, routes, openRequestDurations(metrics), service.readRemainingCredits)
  const draining = addDraining(app)
  addHealth(app, deps, relay, draining, service.readiness)
  addMetrics(app, metrics)
  return { app, draining }
}

const deleteExpired: Timer = {
  name: 'delete-expired-responses',
  everyMs: RETENTION_INTERVAL_MS,
  run: ({ db, clock }) => deleteInBatches((limit) => deleteExpiredResponses(db.sql, clock.now(), limit)),
}
