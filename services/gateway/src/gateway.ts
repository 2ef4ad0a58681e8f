import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { registerApiReference } from '@jobboard/api-reference/register-api-reference'
import { endpoints } from '@jobboard/contracts/endpoints/all'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { openBus } from '@jobboard/events/nats/bus'
import { startLimiter } from '@jobboard/rate-limit/limiter'
import { openClock } from '@jobboard/service/clock/clock'
import { openCall, peerUrls } from '@jobboard/service/http/call'
import { type Log, openLog } from '@jobboard/service/lifecycle/log'
import { addMetrics } from '@jobboard/service/metrics/registry'
import type { FastifyInstance } from 'fastify'
import { openTestClock } from './clock/test-clock.ts'
import type { GatewayEnv } from './env.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { adminHandler } from './handlers/admin.ts'
import { publicHandler } from './handlers/public.ts'
import { addHealth, openHealth } from './health.ts'
import { openCors } from './http/cors.ts'
import { drain, trackOpenResponses } from './http/drain.ts'
import { buildListener } from './http/listener.ts'
import { buildRouter } from './http/router.ts'
import { openCallerTokens } from './keys/caller-tokens.ts'
import { openIdentify } from './keys/identify.ts'
import { openKeyCache } from './keys/key-cache.ts'
import { startKeyFeed } from './keys/key-feed.ts'
import { startKeyUses } from './keys/key-uses.ts'
import { openGatewayMetrics } from './metrics.ts'
import { openUpstream } from './proxy/upstream.ts'
import { warmUp } from './warm-up.ts'

/** A gateway that serves the public port and the operators' port. */
export interface RunningGateway {
  url: string
  adminUrl: string
  /** Finishes the requests in flight, reports the last uses of keys, and closes every connection. */
  stop(): Promise<void>
  /** How long `stop` keeps serving first. */
  stopDelayMs: number
}

// Operators upload whole imports over slow lines.
const ADMIN_TIMEOUT_MS = 600_000

/** Serves as soon as both ports are open; services and NATS may come up later. Limits and the age of cached keys are measured
 * by `nowMs`: the real clock, monotonic. */
export async function startGateway(
  env: GatewayEnv,
  log: Log = openLog('gateway', env.LOG_LEVEL),
  nowMs: () => number = () => performance.now(),
): Promise<RunningGateway> {
  const stopping = new AbortController()
  const bus = openBus({ url: env.NATS_URL, name: 'gateway', log })
  const call = openCall('gateway', env)
  const cache = openKeyCache(nowMs)
  const feed = startKeyFeed(bus, cache, log, nowMs)
  const limiter = startLimiter({ bus: env.LIMITER === 'shared' ? bus : undefined, nowMs })
  const clock = openClock()
  const deps: GatewayDeps = {
    env,
    log,
    call,
    clock,
    testClock: openTestClock(env, bus, call, clock),
    limiter,
    identify: openIdentify(cache, feed, call, nowMs),
    keyUses: startKeyUses(call, log),
    callerTokens: openCallerTokens(env.CALLER_SECRET),
    upstreams: openUpstreams(env),
  }
  await deps.testClock.adopt(stopping.signal)
  // Before the ports open: `/healthz/ready` is never 200 in a cold process.
  await warmUp(deps, env.WARM_UP_REQUESTS)
  await limiter.join()

  const health = openHealth(env, bus)
  const { metrics, observer } = openGatewayMetrics({ cache, feed, limiter, upstreams: deps.upstreams })
  const openResponses = trackOpenResponses()
  const publicApp = buildListener({
    prefix: '/api/',
    router: planeRouter('public'),
    handler: publicHandler(deps),
    cors: env.CORS_ORIGINS.length > 0 ? openCors(env.CORS_ORIGINS) : undefined,
    headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: env.REQUEST_TIMEOUT_MS,
    silenceTimeoutMs: env.SILENCE_TIMEOUT_MS,
    observe: observer('public'),
    openResponses,
    log,
  })
  const adminApp = buildListener({
    prefix: '/admin/',
    router: planeRouter('admin'),
    handler: adminHandler(deps),
    headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: ADMIN_TIMEOUT_MS,
    silenceTimeoutMs: ADMIN_TIMEOUT_MS,
    observe: observer('admin'),
    openResponses,
    log,
  })
  for (const app of [publicApp, adminApp]) addHealth(app, health, stopping.signal)
  registerApiReference(publicApp, { document: printOpenApi() })
  // Operators only: metrics show how busy the gateway is.
  addMetrics(adminApp, metrics)

  const stop = async () => {
    stopping.abort()
    openResponses.endConnections()
    if (publicApp.server.listening) await sleep(env.DRAIN_DELAY_MS)
    await Promise.all([drain(publicApp), drain(adminApp)])
    deps.testClock.stop()
    await Promise.all([limiter.stop(), feed.stop(), deps.keyUses.stop(), health.close()])
    await Promise.all(Object.values(deps.upstreams).map((upstream) => upstream.destroy()))
    await Promise.all([call.close(), bus.close()])
    log.info('stopped')
  }
  try {
    const url = await listen(publicApp, env.HOST, env.PORT)
    const adminUrl = await listen(adminApp, env.ADMIN_HOST, env.ADMIN_PORT)
    log.info({ url, adminUrl }, 'ready')
    return { url, adminUrl, stop, stopDelayMs: env.DRAIN_DELAY_MS }
  } catch (error) {
    await stop()
    throw error
  }
}

function openUpstreams(env: GatewayEnv): GatewayDeps['upstreams'] {
  const urls = peerUrls(env)
  return Object.fromEntries(
    env.SERVICES.map((name) => [name, openUpstream(urls[name], env.UPSTREAM_CONNECT_TIMEOUT_MS)]),
  )
}

function planeRouter(plane: 'public' | 'admin') {
  return buildRouter(endpoints.filter((endpoint) => endpoint.plane === plane))
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port })
  return `http://${host}:${(app.server.address() as AddressInfo).port}`
}
