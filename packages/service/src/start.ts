import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ServiceName } from '@jobboard/contracts/endpoint'
import { openDb } from '@jobboard/db/db'
import { isUnavailable } from '@jobboard/db/failure'
import { type MigrationSource, migrate } from '@jobboard/db/migrate'
import { openBus } from '@jobboard/events/bus'
import { eventMigrations } from '@jobboard/events/outbox'
import { startRelay } from '@jobboard/events/relay'
import { startConsumer } from '@jobboard/events/start-consumer'
import { ensureTopology } from '@jobboard/events/topology'
import { buildApp } from './app.ts'
import { clockRoutes, clockTimers, openBusinessClock } from './business-clock.ts'
import { openCall } from './call.ts'
import type { Service, Timer } from './define.ts'
import type { Deps } from './deps.ts'
import { openDurations } from './durations.ts'
import type { BaseEnv } from './env.ts'
import { addHealth } from './health.ts'
import { forgetOldAnswers } from './idempotency.ts'
import { type Log, openLog } from './log.ts'
import { addMetrics, openMetrics } from './metrics.ts'
import { addConsumerMetrics, addPoolMetrics, addRelayMetrics } from './service-metrics.ts'
import { startTimers } from './timers.ts'

/** A service that serves. `stop` answers what runs, finishes what is in hand and closes every connection. */
export interface Running<Env extends BaseEnv = BaseEnv> {
  url: string
  deps: Deps<Env>
  stop(): Promise<void>
}

const chassisMigrations: MigrationSource = {
  name: 'service',
  folder: fileURLToPath(new URL('../migrations', import.meta.url)),
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
  const deps: Deps<Env> = { name: service.name, env, db, bus, clock, call: openCall(service.name, env), log }

  const consumers = service.consumers?.(deps) ?? []
  const owners = new Set([service.name, ...consumers.map((one) => one.filter.split('.')[1] as ServiceName)])
  ensureTopology(bus, [...owners]).catch((error) => log.error({ err: error }, 'streams could not be made'))
  const relay = startRelay({ db, bus, service: service.name, log })
  const hearing = consumers.map((consumer) => ({
    name: consumer.name,
    running: startConsumer({ db, bus, service: service.name, consumer, log }),
  }))
  const timers = startTimers(deps, [...(service.timers ?? []), ...clockTimers(env), forgetAnswers])
  const parts = await Promise.all((service.parts ?? []).map((part) => part(deps)))

  const metrics = openMetrics()
  // The pool first: the others take connections of it to answer.
  addPoolMetrics(metrics, db)
  addRelayMetrics(metrics, relay)
  addConsumerMetrics(metrics, hearing)
  const app = buildApp(
    deps,
    [...service.routes, ...clockRoutes(deps)],
    openDurations(metrics),
    service.creditsLeft,
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
  run: ({ db, clock }) => forgetOldAnswers(db.sql, clock.now()),
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
