import { peerUrls } from '@jobboard/service/call'
import { check, type PartHealth } from '@jobboard/service/health'
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import type { GatewayEnv } from './env.ts'

type Part = Pick<PartHealth, 'name' | 'ok' | 'latencyMs'>

/** Asks every service whether it is ready. */
export interface Health {
  parts(): Promise<Part[]>
  close(): Promise<void>
}

const SHARED_MS = 500
const ASK_TIMEOUT_MS = 2_000

/** One round of questions serves everybody who asks while it runs and shortly after. */
export function openHealth(env: GatewayEnv): Health {
  const agent = new Agent({ connect: { timeout: ASK_TIMEOUT_MS }, connections: 2 })
  const urls = peerUrls(env)
  let round: Promise<Part[]> | undefined
  let roundUntilMs = 0

  const ask = async (url: string) => {
    const answer = await request(new URL('/healthz/ready', url), {
      dispatcher: agent,
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
  }
  const askService = async (name: GatewayEnv['SERVICES'][number]): Promise<Part> => {
    // One replica that is ready is enough.
    const { ok, latencyMs } = await check(name, true, () => Promise.any(urls[name].map(ask)))
    return { name, ok, latencyMs }
  }
  return {
    parts() {
      if (round && performance.now() < roundUntilMs) return round
      const asked = Promise.all(env.SERVICES.map(askService))
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

/** `/healthz/live`: the process answers. `/healthz/ready` (Spec §4.6): 200 when every service is ready, else 503. */
export function addHealth(app: FastifyInstance, health: Health): void {
  app.get('/healthz/live', async () => ({ status: 'live' }))
  app.get('/healthz/ready', async (_request, reply) => {
    const parts = await health.parts()
    const ready = parts.every(({ ok }) => ok)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable', parts })
  })
}
