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
import { adoptClock } from './clock/adopt.ts'
import { followClock } from './clock/follow.ts'
import { adminDoor } from './doors/admin.ts'
import { publicDoor } from './doors/public.ts'
import type { GatewayEnv } from './env.ts'
import { addHealth, openHealth } from './health.ts'
import { openCors } from './http/cors.ts'
import { buildListener } from './http/listener.ts'
import { buildRouter } from './http/router.ts'
import { openIdentify } from './keys/identify.ts'
import { openKeyCache } from './keys/key-cache.ts'
import { startKeyFeed } from './keys/key-feed.ts'
import { startKeyUses } from './keys/key-uses.ts'
import { openPassports } from './keys/passports.ts'
import { openGatewayMetrics } from './metrics.ts'
import type { Parts } from './parts.ts'
import { openUpstream } from './proxy/upstream.ts'
import { drain, openAnswers } from './stop.ts'
import { warmUp } from './warm-up.ts'

/** A gateway that serves: the public port and the operators' port. */
export interface RunningGateway {
  url: string
  adminUrl: string
  /** Answers what runs, tells accounts the last uses, and closes every connection. */
  stop(): Promise<void>
  /** How long `stop` goes on serving before that. */
  stopDelayMs: number
}

/** Serves as soon as both ports are open; services and NATS may come up later. `nowMs` is what the limits and the
 * age of what is known of keys are measured by: the real clock, monotonic. */
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
  const keyUses = startKeyUses(call, log)
  const clock = openClock()
  const clockFollowing = followClock(env, bus, clock)
  const urls = peerUrls(env)
  const parts: Parts = {
    env,
    log,
    call,
    clock,
    clockFollowing,
    limiter,
    keyUses,
    passports: openPassports(env.CALLER_SECRET),
    identify: openIdentify(cache, feed, call, nowMs),
    upstreams: Object.fromEntries(
      env.SERVICES.map((name) => [name, openUpstream(urls[name], env.UPSTREAM_CONNECT_TIMEOUT_MS)]),
    ),
  }
  await adoptClock(parts, stopping.signal)
  // Before the ports open: /healthz/ready cannot turn 200 in a cold process.
  await warmUp(parts, env.WARM_UP_REQUESTS)
  await limiter.join()

  const planes = { public: route('public'), admin: route('admin') }
  const health = openHealth(env, bus)
  const answers = openAnswers()
  const { metrics, answeredOn } = openGatewayMetrics({ cache, feed, limiter, upstreams: parts.upstreams })
  const open = buildListener({
    prefix: '/api/',
    door: (exchange) => publicDoor(parts, planes.public, exchange),
    cors: env.CORS_ORIGINS.length > 0 ? openCors(env.CORS_ORIGINS, planes.public) : undefined,
    headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: env.REQUEST_TIMEOUT_MS,
    silenceTimeoutMs: env.SILENCE_TIMEOUT_MS,
    answered: answeredOn('public'),
    answers,
    log,
  })
  const operators = buildListener({
    prefix: '/admin/',
    door: (exchange) => adminDoor(parts, planes.admin, exchange),
    headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: 600_000,
    silenceTimeoutMs: 600_000,
    answered: answeredOn('admin'),
    answers,
    log,
  })
  for (const app of [open, operators]) addHealth(app, health, stopping.signal)
  registerApiReference(open, { document: printOpenApi() })
  // Operators only: it tells strangers how busy we are.
  addMetrics(operators, metrics)

  const stop = async () => {
    stopping.abort()
    answers.endConnections()
    if (open.server.listening) await sleep(env.DRAIN_DELAY_MS)
    await Promise.all([drain(open), drain(operators)])
    clockFollowing.stop()
    await Promise.all([limiter.stop(), feed.stop(), keyUses.stop(), health.close()])
    await Promise.all(Object.values(parts.upstreams).map((upstream) => upstream.destroy()))
    await Promise.all([call.close(), bus.close()])
    log.info('stopped')
  }
  try {
    const url = await listen(open, env.HOST, env.PORT)
    const adminUrl = await listen(operators, env.ADMIN_HOST, env.ADMIN_PORT)
    log.info({ url, adminUrl }, 'ready')
    return { url, adminUrl, stop, stopDelayMs: env.DRAIN_DELAY_MS }
  } catch (error) {
    await stop()
    throw error
  }
}

function route(plane: 'public' | 'admin') {
  return buildRouter(endpoints.filter((endpoint) => endpoint.plane === plane))
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port })
  return `http://${host}:${(app.server.address() as AddressInfo).port}`
}
