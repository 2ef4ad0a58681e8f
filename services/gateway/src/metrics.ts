import type { RunningLimiter } from '@jobboard/rate-limit/limiter'
import { type Metrics, openMetrics, openRequestDurations } from '@jobboard/service/metrics/registry'
import type { GatewayDeps } from './gateway-deps.ts'
import type { ObserveRequest } from './http/access-log.ts'
import type { KeyCache } from './keys/key-cache.ts'
import type { KeyFeed } from './keys/key-feed.ts'
import type { Upstream } from './proxy/upstream.ts'

/** The metrics of a gateway. */
export interface GatewayMetrics {
  metrics: Metrics
  /** Records the requests of one port. */
  observer(port: 'public' | 'admin'): ObserveRequest
}

/** What is read when the metrics are scraped. */
interface Sources {
  cache: KeyCache
  feed: Pick<KeyFeed, 'state' | 'rejected'>
  limiter: RunningLimiter
  unsent: GatewayDeps['unsent']
  upstreams: GatewayDeps['upstreams']
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])
const REFUSALS = [401, 403, 429]

/** Counts requests, and reads everything else from its source at each scrape. */
export function openGatewayMetrics(sources: Sources): GatewayMetrics {
  const metrics = openMetrics()
  const durations = openRequestDurations(metrics)
  const refused = new Map(REFUSALS.map((status) => [status, 0]))
  metrics.add(
    {
      name: 'gateway_refused_total',
      type: 'counter',
      help: 'Responses with this status, from the gateway itself and from services.',
    },
    () => [...refused].map(([status, value]) => ({ labels: { status }, value })),
  )
  addKeyMetrics(metrics, sources)
  addLimiterMetrics(metrics, sources)
  addUnsentMetrics(metrics, sources)
  addUpstreamMetrics(metrics, sources)

  return {
    metrics,
    observer(port) {
      const byMethod = memoize((method) => memoize((route) => durations.of({ port, route, method })))
      return (route, method, status, ms) => {
        byMethod(METHODS.has(method) ? method : 'other')(route)(status, ms)
        const count = refused.get(status)
        if (count !== undefined) refused.set(status, count + 1)
      }
    },
  }
}

function addKeyMetrics(metrics: Metrics, { cache, feed }: Sources): void {
  metrics.add({ name: 'gateway_keys', type: 'gauge', help: 'Cached keys, by whether they exist.' }, () => {
    const { known, unknown } = cache.size()
    return [
      { labels: { state: 'known' }, value: known },
      { labels: { state: 'unknown' }, value: unknown },
    ]
  })
  metrics.add(
    {
      name: 'gateway_key_feed_fresh',
      type: 'gauge',
      help: '1 while the key feed is synced; 0 while keys are confirmed by accounts.',
    },
    () => [{ labels: {}, value: Number(feed.state() === 'synced') }],
  )
  metrics.add(
    {
      name: 'gateway_key_feed_rejected_total',
      type: 'counter',
      help: 'Records and watermarks of the key feed ignored because accounts did not sign them or because they were replayed.',
    },
    () => Object.entries(feed.rejected()).map(([what, value]) => ({ labels: { what }, value })),
  )
}

function addLimiterMetrics(metrics: Metrics, { limiter }: Sources): void {
  metrics.add(
    {
      name: 'gateway_limiter_entries',
      type: 'gauge',
      help: 'Rate limit windows in memory, one per key and limit family.',
    },
    () => [{ labels: {}, value: limiter.size() }],
  )
  metrics.add(
    {
      name: 'gateway_limiter_members',
      type: 'gauge',
      help: 'Gateways that share the rate limit counts, this one included; 0 while cut off from NATS.',
    },
    () => [{ labels: {}, value: limiter.members() }],
  )
  metrics.add(
    {
      name: 'gateway_limiter_alone_total',
      type: 'counter',
      help: 'Requests admitted or refused by the local count because the owner of the window did not respond or NATS was away.',
    },
    () => [{ labels: {}, value: limiter.decidedWithoutOwner() }],
  )
  metrics.add(
    {
      name: 'gateway_limiter_rejected_messages_total',
      type: 'counter',
      help: 'Messages of the rate limiter dropped because no gateway had signed them, or because they were replayed or invalid.',
    },
    () => [{ labels: {}, value: limiter.rejectedMessages() }],
  )
}

function addUnsentMetrics(metrics: Metrics, { unsent }: Sources): void {
  metrics.add(
    {
      name: 'gateway_unsent_bytes',
      type: 'gauge',
      help: 'Bytes of responses in memory that clients have not read yet, by port.',
    },
    () => Object.entries(unsent).map(([port, one]) => ({ labels: { port }, value: one.bytes() })),
  )
  metrics.add(
    {
      name: 'gateway_slow_readers_cut_total',
      type: 'counter',
      help: 'Connections closed because the client read too slowly, or because the memory for responses was full.',
    },
    () =>
      Object.entries(unsent).flatMap(([port, { cuts }]) =>
        Object.entries(cuts).map(([reason, value]) => ({ labels: { port, reason }, value })),
      ),
  )
}

function addUpstreamMetrics(metrics: Metrics, { upstreams }: Sources): void {
  const perService = (read: (upstream: Upstream) => number) => () =>
    Object.entries(upstreams).map(([service, upstream]) => ({ labels: { service }, value: read(upstream) }))
  metrics.add(
    {
      name: 'gateway_upstream_failures_total',
      type: 'counter',
      help: 'Attempts to which a service did not respond.',
    },
    perService(({ failures }) => failures),
  )
  metrics.add(
    {
      name: 'gateway_upstream_replicas',
      type: 'gauge',
      help: 'Replicas of a service that the gateway sends requests to, ejected ones included.',
    },
    perService((upstream) => upstream.size()),
  )
  metrics.add(
    { name: 'gateway_upstream_in_flight', type: 'gauge', help: 'Requests in flight to a service.' },
    perService((upstream) => upstream.inFlight()),
  )
}

function memoize<T>(create: (name: string) => T): (name: string) => T {
  const values = new Map<string, T>()
  return (name) => {
    let value = values.get(name)
    if (value === undefined) {
      value = create(name)
      values.set(name, value)
    }
    return value
  }
}
