import { setTimeout as sleep } from 'node:timers/promises'
import { openBus } from '@jobboard/events/nats/bus'
import { startLimiter } from '@jobboard/rate-limit/limiter'
import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { openClock } from '@jobboard/service/clock/clock'
import { openCall } from '@jobboard/service/http/call'
import { openPeers, type Peers } from '@jobboard/service/http/peers'
import { type Log, openLog } from '@jobboard/service/lifecycle/log'
import { addMetrics } from '@jobboard/service/metrics/registry'
import { openTestClock } from './clock/test-clock.ts'
import { openCreditBalances } from './credits.ts'
import { addDocs } from './docs.ts'
import type { GatewayEnv } from './env.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { addHealth, openHealth } from './health.ts'
import { drain, trackOpenResponses } from './http/drain.ts'
import { openCallerTokens } from './keys/caller.ts'
import { openIdentify } from './keys/identify.ts'
import { openKeyCache } from './keys/key-cache.ts'
import { startKeyFeed } from './keys/key-feed.ts'
import { startKeyUses } from './keys/key-uses.ts'
import { openSimulatedFailures } from './keys/simulated-failures.ts'
import { openGatewayMetrics } from './metrics.ts'
import { buildAdminPort, buildPublicPort, listen } from './ports.ts'
import { openUnsent } from './proxy/unsent-responses.ts'
import { openUpstreams } from './proxy/upstream.ts'
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

/** How often keys that have ended are dropped from the cache. */
const KEY_SWEEP_INTERVAL_MS = 600_000

/** Serves as soon as both ports are open; services and NATS may come up later. Limits and the age of cached
 * keys are measured by `nowMs`: the real clock, monotonic. `stop` also stops `peers`. */
export async function startGateway(
  env: GatewayEnv,
  log: Log = openLog('gateway', env.LOG_LEVEL),
  nowMs: () => number = () => performance.now(),
  peers: Peers = openPeers(env),
): Promise<RunningGateway> {
  const stopping = new AbortController()
  const bus = openBus({
    url: env.NATS_URL,
    user: env.NATS_USER,
    password: env.NATS_PASSWORD,
    name: 'gateway',
    log,
  })
  const call = openCall('gateway', env, peers)
  peers.onChange((service) => {
    log.info({ service, addresses: peers.addressesOf(service) }, 'the addresses of a service changed')
  })
  const cache = openKeyCache(nowMs)
  const feed = startKeyFeed(bus, cache, openKeyFeedSigner(env.CALLER_SECRET), log, nowMs)
  const trustMs = env.KEY_TRUST_SECONDS * 1_000
  const shared = env.LIMITER === 'shared' ? { bus, secret: env.CALLER_SECRET } : undefined
  const limiter = startLimiter({ shared, nowMs })
  const clock = openClock()
  const deps: GatewayDeps = {
    env,
    log,
    call,
    clock,
    testClock: openTestClock({ env, bus, call, peers, clock }),
    limiter,
    creditBalances: openCreditBalances(call, nowMs),
    identify: openIdentify({ cache, feed, call, trustMs, nowMs }),
    keyUses: startKeyUses(call, log),
    simulatedFailures: openSimulatedFailures(nowMs),
    callerTokens: openCallerTokens(env.CALLER_SECRET),
    unsent: openUnsent(env),
    upstreams: openUpstreams(env, peers),
  }
  await deps.testClock.adopt(stopping.signal)
  // Before the ports open: `/healthz/ready` is never 200 in a cold process.
  await warmUp(deps, env.WARM_UP_REQUESTS)
  await limiter.join()

  const sweep = () => cache.sweep(clock.now().getTime(), trustMs)
  const sweeping = setInterval(sweep, KEY_SWEEP_INTERVAL_MS).unref()
  clock.onAdvance(sweep)
  const isFeedTrusted = () => nowMs() - feed.provenAtMs() < trustMs
  const health = openHealth({ env, peers, bus, feed, isFeedTrusted, upstreams: deps.upstreams })
  const openResponses = trackOpenResponses()
  const metrics = openGatewayMetrics({ cache, feed, limiter, unsent: deps.unsent, upstreams: deps.upstreams })
  const publicPort = buildPublicPort(deps, { observe: metrics.observer('public'), openResponses })
  const adminPort = buildAdminPort(deps, { observe: metrics.observer('admin'), openResponses })
  for (const port of [publicPort, adminPort]) addHealth(port, health, stopping.signal)
  addDocs(publicPort, adminPort)
  // Operators only: metrics show how busy the gateway is.
  addMetrics(adminPort, metrics.metrics)

  const stop = async () => {
    stopping.abort()
    clearInterval(sweeping)
    openResponses.endConnections()
    if (publicPort.server.listening) await sleep(env.DRAIN_DELAY_MS)
    await Promise.all([drain(publicPort), drain(adminPort)])
    deps.testClock.stop()
    await Promise.all([limiter.stop(), feed.stop(), deps.keyUses.stop(), health.close()])
    for (const unsent of Object.values(deps.unsent)) unsent.stop()
    await Promise.all(Object.values(deps.upstreams).map((upstream) => upstream.destroy()))
    await Promise.all([call.close(), bus.close()])
    log.info('stopped')
  }
  try {
    const url = await listen(publicPort, env.HOST, env.PORT)
    const adminUrl = await listen(adminPort, env.ADMIN_HOST, env.ADMIN_PORT)
    log.info({ url, adminUrl }, 'ready')
    return { url, adminUrl, stop, stopDelayMs: env.DRAIN_DELAY_MS }
  } catch (error) {
    await stop()
    throw error
  }
}
