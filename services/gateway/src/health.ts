import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@jobboard/events/nats/bus'
import { peerUrls } from '@jobboard/service/http/call'
import { checkDependency, type DependencyHealth } from '@jobboard/service/http/health'
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import type { GatewayEnv, UpstreamName } from './env.ts'

/** Checks whether each service is ready and NATS is responsive. */
export interface Health {
  check(): Promise<DependencyHealth[]>
  close(): Promise<void>
}

const CACHE_MS = 500
const CHECK_TIMEOUT_MS = 2_000

/** One round of checks serves every caller while it runs and for 0.5 s after. */
export function openHealth(env: GatewayEnv, bus: Bus): Health {
  const agent = new Agent({ connect: { timeout: CHECK_TIMEOUT_MS }, connections: 2 })
  const urls = peerUrls(env)
  let round: Promise<DependencyHealth[]> | undefined
  let roundUntilMs = 0

  const checkReplica = async (url: string) => {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
    const response = await request(new URL('/healthz/ready', url), { dispatcher: agent, signal })
    await response.body.dump()
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
  }
  // One ready replica is enough.
  const checkService = (name: UpstreamName) =>
    checkDependency(name, true, () => Promise.any(urls[name].map(checkReplica)))
  // Not required (P-40): without NATS keys are confirmed by accounts, and each gateway counts alone.
  const checkNats = () =>
    checkDependency('nats', false, async () => {
      if (!bus.isUp()) throw new Error('not connected')
      const timeout = sleep(CHECK_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error('no response in time')
      })
      await Promise.race([bus.nc.flush(), timeout])
    })
  return {
    check() {
      if (round && performance.now() < roundUntilMs) return round
      const checks = Promise.all([...env.SERVICES.map(checkService), checkNats()])
      round = checks
      roundUntilMs = Number.POSITIVE_INFINITY
      checks.finally(() => {
        roundUntilMs = performance.now() + CACHE_MS
      })
      return checks
    },
    close: () => agent.destroy(),
  }
}

/** `/healthz/live`: the process responds. `/healthz/ready` (Spec §4.6): 200 when every required dependency is ready, else 503;
 * 503 also from the moment the gateway is told to stop (P-41). */
export function addHealth(app: FastifyInstance, health: Health, stopping: AbortSignal): void {
  app.get('/healthz/live', async () => ({ status: 'live' }))
  app.get('/healthz/ready', async (_request, reply) => {
    const parts = await health.check()
    const isReady = !stopping.aborted && parts.every(({ ok, required }) => ok || !required)
    const status = stopping.aborted ? 'stopping' : isReady ? 'ready' : 'unavailable'
    return reply.code(isReady ? 200 : 503).send({ status, parts })
  })
}
