import type { FastifyInstance } from 'fastify'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'

/** One part that a service needs, as `/healthz/ready` lists it. */
export interface DependencyHealth {
  name: string
  ok: boolean
  /** Without it the service still answers: events wait in the outbox. */
  required: boolean
  latencyMs: number
}

/** `/healthz/live`: the process answers. `/healthz/ready`: 200 when every required part does too, else 503. */
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

/** Times one check; whatever it throws means: not ok. */
export async function checkDependency(
  name: string,
  required: boolean,
  work: () => Promise<void>,
): Promise<DependencyHealth> {
  const started = performance.now()
  const ok = await work().then(
    () => true,
    () => false,
  )
  return { name, ok, required, latencyMs: Math.round((performance.now() - started) * 10) / 10 }
}
