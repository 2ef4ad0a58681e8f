import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@jobboard/contracts/error'
import { setClock } from '@jobboard/contracts/operators/internal'
import { openDb } from '@jobboard/db/db'
import type { MigrationSource } from '@jobboard/db/migrate'
import { openMailer } from '@jobboard/process/mailer'
import { openDatabaseTime } from '@jobboard/service/clock/clock'
import { openCall } from '@jobboard/service/http/call'
import { checkDependency } from '@jobboard/service/http/health'
import { openInternalServer } from '@jobboard/service/http/internal-server'
import { openPeers } from '@jobboard/service/http/peers'
import { directUrlOf } from '@jobboard/service/lifecycle/env'
import { type Log, openLog } from '@jobboard/service/lifecycle/log'
import { addMetrics, openMetrics, openRequestDurations } from '@jobboard/service/metrics/registry'
import { migrateWhenUp } from '@jobboard/service/runtime/migrate-when-up'
import { addPoolMetrics } from '@jobboard/service/runtime/service-metrics'
import type { FastifyInstance } from 'fastify'
import type { PortalDeps, PortalEnv } from './env.ts'
import { deleteEndedKeptForms } from './http/kept.ts'
import { buildPages } from './http/server.ts'
import { areas } from './pages/areas.ts'
import { deleteEndedSessions } from './session/session.ts'
import { deleteEndedSignIns, openSignIn } from './sign-in/open-sign-in.ts'
import { unsubscribePages } from './sign-in/unsubscribe.ts'

export interface RunningPortal {
  /** Of health and metrics. */
  url: string
  /** Of the pages. */
  pagesUrl: string
  deps: PortalDeps
  stop(): Promise<void>
  stopDelayMs: number
}

export const migrations: MigrationSource[] = [
  { name: 'portal', folder: fileURLToPath(new URL('../migrations', import.meta.url)) },
]

/** How long requests that are in flight may take when the portal stops. */
const STOP_TIMEOUT_MS = 5_000
const SWEEP_INTERVAL_MS = 600_000
/** How long a stopping portal waits for mails that it still sends. */
const MAILS_GRACE_MS = 5_000

/** Serves the pages, and health and metrics on a port of their own. The services may come up later. `nowMs` replaces the
 * database's clock in tests. */
export async function startPortal(
  env: PortalEnv,
  log: Log = openLog('portal', env.LOG_LEVEL),
  nowMs?: () => number,
): Promise<RunningPortal> {
  await migrateWhenUp(directUrlOf(env), migrations, log, [])
  const db = openDb({
    url: env.DATABASE_URL,
    directUrl: directUrlOf(env),
    poolSize: env.DATABASE_POOL,
    preparedStatements: env.DATABASE_PREPARED_STATEMENTS,
    onListenerError: (err) => log.error({ err }, 'callback after a commit failed'),
  })
  const time = await openDatabaseTime(db.sql)
  const peers = openPeers(env)
  const call = openCall('portal', env, peers)
  const now = () => new Date((nowMs ?? time.nowMs)())
  const sendMail = env.SMTP_URL ? openMailer(env.SMTP_URL, env.MAIL_FROM) : undefined
  const businessNow = openBusinessNow({ env, call, now })
  const deps: PortalDeps = { env, db, call, peers, log, now, businessNow, sendMail }

  const metrics = openMetrics()
  addPoolMetrics(metrics, db)
  const signIn = openSignIn(deps, metrics)
  const pages = await buildPages(
    deps,
    areas,
    [...signIn.pages, ...unsubscribePages(deps)],
    openRequestDurations(metrics),
  )
  const internal = openInternalServer(log)
  let isStopping = false
  addHealth(internal, deps, () => isStopping)
  addMetrics(internal, metrics)

  const sweep = () => deleteEnded(deps).catch((err) => log.warn({ err }, 'ended sessions were not deleted'))
  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS)
  const stop = async () => {
    isStopping = true
    clearInterval(sweeping)
    if (internal.server.listening) await sleep(env.DRAIN_DELAY_MS)
    // A browser opens connections in advance, and one without a request is not idle to Node.
    const cut = setTimeout(() => pages.server.closeAllConnections(), STOP_TIMEOUT_MS)
    await pages.close()
    clearTimeout(cut)
    // Who asked for a mail that is lost asks again.
    await Promise.race([signIn.queue.drained(), sleep(MAILS_GRACE_MS, undefined, { ref: false })])
    await internal.close()
    await call.close()
    await db.close()
    log.info('stopped')
  }
  try {
    const pagesUrl = await listen(pages, env.PORTAL_HOST, env.PORTAL_PORT)
    const url = await listen(internal, env.HOST, env.PORT)
    log.info({ url, pagesUrl }, 'ready')
    return { url, pagesUrl, deps, stop, stopDelayMs: env.DRAIN_DELAY_MS }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Deletes sessions, links, limits and kept forms that have ended. */
export async function deleteEnded({ db, env, now }: Pick<PortalDeps, 'db' | 'env' | 'now'>): Promise<void> {
  await deleteEndedSessions(db.sql, env, now())
  await deleteEndedSignIns(db.sql, now())
  await deleteEndedKeptForms(db.sql, now())
}

/** `/healthz/ready` is 200 while the database of the sessions can be reached: without it nobody is signed in. */
function addHealth(app: FastifyInstance, { db }: PortalDeps, isStopping: () => boolean): void {
  app.get('/healthz/live', async () => ({ status: 'live' }))
  app.get('/healthz/ready', async (_request, reply) => {
    const postgres = await checkDependency('postgres', true, async () => void (await db.sql`select 1`))
    const status = isStopping() ? 'stopping' : postgres.ok ? 'ready' : 'unavailable'
    return reply.code(status === 'ready' ? 200 : 503).send({ status, service: 'portal', parts: [postgres] })
  })
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port })
  return `http://${host}:${(app.server.address() as AddressInfo).port}`
}

const CLOCK_TIMEOUT_MS = 1_000

/** Business time (ADR 0008). With `TEST_CLOCK` accounts is asked how far it was moved, so that a page suggests and refuses
 * the same days as the services; while accounts does not answer, it is as far as it was last. */
function openBusinessNow({ env, call, now }: Pick<PortalDeps, 'env' | 'call' | 'now'>): () => Promise<Date> {
  if (!env.TEST_CLOCK) return async () => now()
  const readClock = setClock('accounts')
  let offsetMs = 0
  return async () => {
    try {
      // The clock never goes back, so this reads it.
      const read = await call(readClock, { body: { offsetMs: 0 } }, { timeoutMs: CLOCK_TIMEOUT_MS })
      offsetMs = Math.max(offsetMs, read.offsetMs)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    return new Date(now().getTime() + offsetMs)
  }
}
