import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@jobboard/events/nats/bus'
import { peerUrls } from '@jobboard/service/http/call'
import { checkDependency, type DependencyHealth } from '@jobboard/service/http/health'
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import type { GatewayEnv } from './env.ts'

/** Asks every service whether it is ready, and NATS whether it answers. */
export interface Health {
  parts(): Promise<DependencyHealth[]>
  close(): Promise<void>
}

const SHARED_MS = 500
const ASK_TIMEOUT_MS = 2_000

/** One round of questions serves everybody who asks while it runs and shortly after. */
export function openHealth(env: GatewayEnv, bus: Bus): Health {
  const agent = new Agent({ connect: { timeout: ASK_TIMEOUT_MS }, connections: 2 })
  const urls = peerUrls(env)
  let round: Promise<DependencyHealth[]> | undefined
  let roundUntilMs = 0

  const ask = async (url: string) => {
    const answer = await request(new URL('/healthz/ready', url), {
      dispatcher: agent,
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
  }
  // One replica that is ready is enough.
  const askService = (name: GatewayEnv['SERVICES'][number]) =>
    checkDependency(name, true, () => Promise.any(urls[name].map(ask)))
  // Without it accounts is asked for keys, and limits are counted alone.
  const askNats = () =>
    checkDependency('nats', false, async () => {
      if (!bus.isUp()) throw new Error('not connected')
      const late = sleep(ASK_TIMEOUT_MS, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('late')),
      )
      await Promise.race([bus.nc.flush(), late])
    })
  return {
    parts() {
      if (round && performance.now() < roundUntilMs) return round
      const asked = Promise.all([...env.SERVICES.map(askService), askNats()])
      round = asked
      roundUntilMs = Number.POSITIVE_INFINITY
      asked.finally(() => {
        roundUntilMs = performance.now() + SHARED_MS
      })
      return asked
    },
    close: () => agent.destroy(),
  }
}

/** `/healthz/live`: the process answers. `/healthz/ready` (Spec §4.6): 200 when every part that is needed is ready, else 503;
 * 503 also from the moment that this gateway was told to stop. */
export function addHealth(app: FastifyInstance, health: Health, stopping: AbortSignal): void {
  app.get('/healthz/live', async () => ({ status: 'live' }))
  app.get('/healthz/ready', async (_request, reply) => {
    const parts = await health.parts()
    const isReady = !stopping.aborted && parts.every(({ ok, required }) => ok || !required)
    const status = stopping.aborted ? 'stopping' : isReady ? 'ready' : 'unavailable'
    return reply.code(isReady ? 200 : 503).send({ status, parts })
  })
}
