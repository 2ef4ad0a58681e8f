import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ServiceName } from '@jobboard/contracts/endpoint'
import { openDb } from '@jobboard/db/db'
import { isUnavailable } from '@jobboard/db/failure'
import { type MigrationSource, migrate } from '@jobboard/db/migrate'
import { startConsumer } from '@jobboard/events/consumer/start-consumer'
import { openBus } from '@jobboard/events/nats/bus'
import { ensureTopology } from '@jobboard/events/nats/topology'
import { eventMigrations } from '@jobboard/events/publisher/outbox'
import { startRelay } from '@jobboard/events/publisher/relay'
import { publishAudit } from '../audit/record-audit.ts'
import { clockRoutes, clockTimers, openBusinessClock } from '../clock/test-clock.ts'
import { buildApp } from '../http/app.ts'
import { openCall } from '../http/call.ts'
import { addHealth } from '../http/health.ts'
import { deleteExpiredResponses } from '../http/idempotency.ts'
import { addMetrics, openMetrics } from '../metrics/registry.ts'
import { openRequestDurations } from '../metrics/request-duration.ts'
import { addConsumerMetrics, addPoolMetrics, addRelayMetrics } from '../metrics/service-metrics.ts'
import type { Service, Timer } from './define.ts'
import type { Deps } from './deps.ts'
import type { BaseEnv } from './env.ts'
import { type Log, openLog } from './log.ts'
import { startTimers } from './timers.ts'

/** A service that serves. `stop` answers what runs, finishes what is in hand and closes every connection. */
export interface Running<Env extends BaseEnv = BaseEnv> {
  url: string
  deps: Deps<Env>
  stop(): Promise<void>
}

const chassisMigrations: MigrationSource = {
  name: 'service',
  folder: fileURLToPath(new URL('../../migrations', import.meta.url)),
}
const DATABASE_WAIT_MS = 60_000

/** Migrates the database, connects, and serves. NATS may be down: it joins when it is up. */
export async function startService<Env extends BaseEnv>(
  service: Service<Env>,
  env: Env,
  log: Log = openLog(service.name, env.LOG_LEVEL),
): Promise<Running<Env>> {
  const sources = [eventMigrations, chassisMigrations, ...service.migrations]
  for (const applied of await migrateWhenUp(env.DATABASE_URL, sources, log)) log.info({ applied }, 'migrated')
  const db = openDb({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL })
  const bus = openBus({ url: env.NATS_URL, name: service.name, log })
  const clock = await openBusinessClock(db, env)
  const { name, saveAudit = publishAudit } = service
  const deps: Deps<Env> = { name, env, db, bus, clock, call: openCall(name, env), saveAudit, log }

  const consumers = service.consumers?.(deps) ?? []
  const owners = new Set([service.name, ...consumers.map((one) => one.filter.split('.')[1] as ServiceName)])
  ensureTopology(bus, [...owners]).catch((error) => log.error({ err: error }, 'streams could not be made'))
  const relay = startRelay({ db, bus, service: service.name, log })
  const hearing = consumers.map((consumer) => ({
    name: consumer.name,
    running: startConsumer({ db, bus, service: service.name, consumer, log }),
  }))
  const timers = startTimers(deps, [...(service.timers ?? []), ...clockTimers(env), forgetAnswers])
  const parts = await Promise.all((service.workers ?? []).map((part) => part(deps)))

  const metrics = openMetrics()
  // The pool first: the others take connections of it to answer.
  addPoolMetrics(metrics, db)
  addRelayMetrics(metrics, relay)
  addConsumerMetrics(metrics, hearing)
  const app = buildApp(
    deps,
    [...service.routes, ...clockRoutes(deps)],
    openRequestDurations(metrics),
    service.readRemainingCredits,
  )
  addHealth(app, deps)
  addMetrics(app, metrics)
  await app.listen({ host: env.HOST, port: env.PORT })
  const { port } = app.server.address() as AddressInfo
  log.info({ port }, 'ready')

  return {
    url: `http://${env.HOST}:${port}`,
    deps,
    async stop() {
      await app.close()
      await Promise.all([timers.stop(), ...parts.map((part) => part.stop())])
      await Promise.all(hearing.map(({ running }) => running.stop()))
      await relay.stop()
      await deps.call.close()
      await bus.close()
      await db.close()
      log.info('stopped')
    },
  }
}

const forgetAnswers: Timer = {
  name: 'forget-answers',
  everyMs: 600_000,
  run: ({ db, clock }) => deleteExpiredResponses(db.sql, clock.now()),
}

async function migrateWhenUp(url: string, sources: MigrationSource[], log: Log): Promise<string[]> {
  const deadline = Date.now() + DATABASE_WAIT_MS
  for (;;) {
    try {
      return await migrate(url, sources)
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > deadline) throw error
      log.warn({ err: error }, 'waiting for the database')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}
