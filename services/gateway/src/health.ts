import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@jobboard/contracts/endpoints'
import type { Bus } from '@jobboard/events/nats/bus'
import { checkDependency, type DependencyHealth } from '@jobboard/service/http/health'
import type { Peers } from '@jobboard/service/http/peers'
import { openReplicasOf } from '@jobboard/service/http/replicas'
import type { PeerAddress } from '@jobboard/service/lifecycle/call'
import type { FastifyInstance } from 'fastify'
import type { GatewayEnv, UpstreamName } from './env.ts'
import type { KeyFeed } from './keys/key-feed.ts'
import type { Upstream } from './proxy/upstream.ts'

/** Checks the services, NATS and whether keys can be verified. */
export interface Health {
  check(): Promise<DependencyHealth[]>
  close(): Promise<void>
}

interface Sources {
  env: GatewayEnv
  peers: Peers
  bus: Bus
  feed: Pick<KeyFeed, 'state'>
  /** Whether keys that the feed brought still serve without accounts. */
  isFeedTrusted(): boolean
  upstreams: Partial<Record<UpstreamName, Upstream>>
}

const CACHE_MS = 500
const CHECK_TIMEOUT_MS = 2_000
const PUBLIC_SERVICES = new Set<string>(
  endpoints.filter(({ plane }) => plane === 'public').map(({ service }) => service),
)

/** One round of checks serves every caller while it runs and for 0.5 s after. Ejects replicas that are not
 * ready. */
export function openHealth({ env, peers, bus, feed, isFeedTrusted, upstreams }: Sources): Health {
  const replicas = openReplicasOf(peers, { connectTimeoutMs: CHECK_TIMEOUT_MS, connections: 2 })
  let round: Promise<DependencyHealth[]> | undefined
  let roundUntilMs = 0

  const checkReplica = async (name: UpstreamName, address: PeerAddress) => {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
    const { pool } = replicas.of(name).at(address)!
    const response = await pool.request({ path: '/healthz/ready', method: 'GET', signal })
    await response.body.dump()
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
  }
  // One ready replica is enough.
  const checkService = (name: UpstreamName) =>
    checkDependency(name, false, () =>
      Promise.any(
        peers.addressesOf(name).map(async (address) => {
          const sentAtMs = performance.now()
          await checkReplica(name, address).catch((error) => {
            upstreams[name]?.at(address)?.ejection.failed(sentAtMs, performance.now())
            throw error
          })
        }),
      ),
    )
  // Without NATS keys are confirmed by accounts, and each gateway counts alone.
  const checkNats = () =>
    checkDependency('nats', false, async () => {
      if (!bus.isUp()) throw new Error('not connected')
      const timeout = sleep(CHECK_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error('no response in time')
      })
      await Promise.race([bus.nc.flush(), timeout])
    })
  const checkAll = async () => {
    const [accounts, nats, ...services] = await Promise.all([
      checkService('accounts'),
      checkNats(),
      ...env.SERVICES.filter((name) => name !== 'accounts').map(checkService),
    ])
    const listed = env.SERVICES.map((name) => services.find((part) => part.name === name) ?? accounts)
    const isServing = listed.some(({ name, ok }) => ok && PUBLIC_SERVICES.has(name))
    const canVerifyKeys = accounts.ok || (feed.state() !== 'offline' && isFeedTrusted())
    return [...listed, nats, required('services', isServing), required('keys', canVerifyKeys)]
  }
  return {
    check() {
      if (round && performance.now() < roundUntilMs) return round
      const checks = checkAll()
      round = checks
      roundUntilMs = Number.POSITIVE_INFINITY
      checks.finally(() => {
        roundUntilMs = performance.now() + CACHE_MS
      })
      return checks
    },
    close: () => replicas.end('destroy'),
  }
}

function required(name: string, ok: boolean): DependencyHealth {
  return { name, ok, required: true, latencyMs: 0 }
}

/** `/healthz/live`: the process responds. `/healthz/ready` (Spec §4.6): 200 `ready` when every part is
 * ok, 200 `degraded` while every required part is, else 503; 503 also from SIGTERM on. */
export function addHealth(app: FastifyInstance, health: Health, stopping: AbortSignal): void {
  app.get('/healthz/live', async () => ({ status: 'live' }))
  app.get('/healthz/ready', async (_request, reply) => {
    const parts = await health.check()
    const status = stopping.aborted ? 'stopping' : statusOf(parts)
    const isReady = status === 'ready' || status === 'degraded'
    return reply.code(isReady ? 200 : 503).send({ status, parts })
  })
}

function statusOf(parts: DependencyHealth[]): string {
  if (parts.every(({ ok }) => ok)) return 'ready'
  return parts.every(({ ok, required }) => ok || !required) ? 'degraded' : 'unavailable'
}
