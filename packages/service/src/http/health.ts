import type { Relay } from '@jobboard/events/publisher/relay'
import type { FastifyInstance } from 'fastify'
import type { Deps, ReadinessPart } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'

/** State of one dependency, as `/healthz/ready` lists it under `parts`. */
export interface DependencyHealth {
  name: string
  ok: boolean
  /** False: the service works without it. Without NATS, for example, events wait in the outbox. */
  required: boolean
  latencyMs: number
  /** What is wrong, when the check says so. */
  error?: string
}

/** Adds `/healthz/live` (200 while the process runs) and `/healthz/ready`: 503 while a required dependency is down and
 * while stopping, 200 with the status `degraded` while events are not published or a part
 * that is not required is not ready. */
export function addHealth<Env extends BaseEnv, Own>(
  app: FastifyInstance,
  deps: Deps<Env, Own>,
  relay: Pick<Relay, 'problem'>,
  draining: Pick<Draining, 'isDraining'>,
  own: readonly ReadinessPart<Env, Own>[] = [],
): void {
  app.get('/healthz/live', async () => ({ status: 'live' }))
  app.get('/healthz/ready', async (_request, reply) => {
    const parts = await Promise.all([
      checkDependency('postgres', true, async () => void (await deps.db.sql`select 1`)),
      checkDependency('nats', false, async () => {
        if (!deps.bus.isUp()) throw deps.bus.failure() ?? new Error('not connected')
      }),
      checkOutbox(relay, deps.env.OUTBOX_STALE_SECONDS),
      ...own.map((part) => checkOwn(part, deps)),
    ])
    const ready = !draining.isDraining && parts.every((part) => part.ok || !part.required)
    // Without NATS events wait in the outbox, which has a part of its own.
    const isWhole = parts.every((part) => part.ok || part.name === 'nats')
    const whenNotReady = draining.isDraining ? 'stopping' : 'unavailable'
    const status = !ready ? whenNotReady : isWhole ? 'ready' : 'degraded'
    return reply.code(ready ? 200 : 503).send({ status, service: deps.name, parts })
  })
}

async function checkOwn<Env extends BaseEnv, Own>(
  { name, isReady, isRequired = async () => true }: ReadinessPart<Env, Own>,
  deps: Deps<Env, Own>,
): Promise<DependencyHealth> {
  const part = await checkDependency(name, true, async () => {
    if (!(await isReady(deps))) throw new Error('not ready')
  })
  if (part.ok) return part
  // A check that fails counts as required.
  return { ...part, required: await isRequired(deps).catch(() => true) }
}

async function checkOutbox(relay: Pick<Relay, 'problem'>, staleSeconds: number): Promise<DependencyHealth> {
  let error: string | undefined
  const part = await checkDependency('outbox', false, async () => {
    error = await relay.problem(staleSeconds)
  })
  return error === undefined ? part : { ...part, ok: false, error }
}

/** The `error` of a server that is there and refuses the password or key. */
export const CREDENTIALS_REFUSED = 'credentials refused'

// Of Postgres, Meilisearch and NATS.
const REFUSALS = ['28P01', '28000', 'invalid_api_key', 'AuthorizationError']

function errorOf(thrown: unknown): { error?: string } {
  const { code, name, cause } = thrown as { code?: unknown; name?: unknown; cause?: unknown }
  if (REFUSALS.includes(String(code)) || REFUSALS.includes(String(name)))
    return { error: CREDENTIALS_REFUSED }
  return cause === undefined ? {} : errorOf(cause)
}

/** Runs and times one check; `ok` is false when it throws. */
export async function checkDependency(
  name: string,
  required: boolean,
  check: () => Promise<void>,
): Promise<DependencyHealth> {
  const started = performance.now()
  const outcome = await check().then(
    () => ({ ok: true }),
    (thrown: unknown) => ({ ok: false, ...errorOf(thrown) }),
  )
  return { name, ...outcome, required, latencyMs: Math.round((performance.now() - started) * 10) / 10 }
}

/** On every response of a service that is stopping: its callers choose another replica. */
export const DRAINING_HEADER = 'x-draining'

/** Whether a service is stopping. */
export interface Draining {
  /** From now on each response ends its connection and says so. */
  begin(): void
  readonly isDraining: boolean
}

/** Adds the drain of a stopping service to its HTTP server. */
export function addDraining(app: FastifyInstance): Draining {
  let isDraining = false
  // When the response starts, so that requests in flight are included.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('connection', 'close').header(DRAINING_HEADER, '1')
    done()
  })
  return {
    begin() {
      isDraining = true
    },
    get isDraining() {
      return isDraining
    },
  }
}
