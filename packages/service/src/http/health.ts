import type { FastifyInstance } from 'fastify'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'

/** State of one dependency, as `/healthz/ready` lists it under `parts`. */
export interface DependencyHealth {
  name: string
  ok: boolean
  /** False: the service works without it. Without NATS, for example, events wait in the outbox. */
  required: boolean
  latencyMs: number
}

/** Adds `/healthz/live` (200 while the process runs) and `/healthz/ready` (503 while a required dependency is
 * down). */
export function addHealth<Env extends BaseEnv>(app: FastifyInstance, deps: Deps<Env>): void {
  app.get('/healthz/live', async () => ({ status: 'live' }))
  app.get('/healthz/ready', async (_request, reply) => {
    const parts = [
      await checkDependency('postgres', true, async () => void (await deps.db.sql`select 1`)),
      await checkDependency('nats', false, async () => {
        if (!deps.bus.isUp()) throw new Error('not connected')
      }),
    ]
    const ready = parts.every((part) => part.ok || !part.required)
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'unavailable', service: deps.name, parts })
  })
}

/** Runs and times one check; `ok` is false when it throws. */
export async function checkDependency(
  name: string,
  required: boolean,
  check: () => Promise<void>,
): Promise<DependencyHealth> {
  const started = performance.now()
  const ok = await check().then(
    () => true,
    () => false,
  )
  return { name, ok, required, latencyMs: Math.round((performance.now() - started) * 10) / 10 }
}
