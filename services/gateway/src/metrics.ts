import type { RunningLimiter } from '@jobboard/rate-limit/limiter'
import { type Metrics, openMetrics, openRequestDurations } from '@jobboard/service/metrics/registry'
import type { GatewayDeps } from './gateway-deps.ts'
import type { ObserveRequest } from './http/access-log.ts'
import type { KeyCache } from './keys/key-cache.ts'
import type { KeyFeed } from './keys/key-feed.ts'
import type { Upstream } from './proxy/upstream.ts'

/** The metrics of a gateway. */
interface GatewayMetrics {
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
  const help = 'Responses with this status, from the gateway itself and from services.'
  metrics.add({ name: 'gateway_refused_total', type: 'counter', help }, () =>
    [...refused].map(([status, value]) => ({ labels: { status }, value })),
  )
  for (const [name, type, help, read] of metricsOf(sources)) metrics.add({ name, type, help }, read)

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

type Metric = Parameters<Metrics['add']>
type Read = Metric[1]

const one =
  (read: () => number): Read =>
  () => [{ labels: {}, value: read() }]
const by =
  (label: string, read: () => readonly (readonly [string, number])[]): Read =>
  () =>
    read().map(([name, value]) => ({ labels: { [label]: name }, value }))

/** Name, type, help and values of what is read from its source. */
function metricsOf({
  cache,
  feed,
  limiter,
  unsent,
  upstreams,
}: Sources): [string, Metric[0]['type'], string, Read][] {
  const perService = (read: (upstream: Upstream) => number) =>
    by('service', () => Object.entries(upstreams).map(([service, upstream]) => [service, read(upstream)]))
  return [
    [
      'gateway_keys',
      'gauge',
      'Cached keys, by whether they exist.',
      by('state', () => Object.entries(cache.size())),
    ],
    [
      'gateway_key_feed_fresh',
      'gauge',
      '1 while the key feed is synced; 0 while keys are confirmed by accounts.',
      one(() => Number(feed.state() === 'synced')),
    ],
    [
      'gateway_key_feed_rejected_total',
      'counter',
      'Records and watermarks of the key feed ignored because accounts did not sign them or because they were replayed.',
      by('what', () => Object.entries(feed.rejected())),
    ],
    [
      'gateway_limiter_entries',
      'gauge',
      'Rate limit windows in memory, one per key and limit family.',
      one(() => limiter.size()),
    ],
    [
      'gateway_limiter_members',
      'gauge',
      'Gateways that share the rate limit counts, this one included; 0 while cut off from NATS.',
      one(() => limiter.members()),
    ],
    [
      'gateway_limiter_alone_total',
      'counter',
      'Requests admitted or refused by the local count because the owner of the window did not respond or NATS was away.',
      one(() => limiter.decidedWithoutOwner()),
    ],
    [
      'gateway_limiter_rejected_messages_total',
      'counter',
      'Messages of the rate limiter dropped because no gateway had signed them, or because they were replayed or invalid.',
      one(() => limiter.rejectedMessages()),
    ],
    [
      'gateway_unsent_bytes',
      'gauge',
      'Bytes of responses in memory that clients have not read yet, by port.',
      by('port', () => Object.entries(unsent).map(([port, responses]) => [port, responses.bytes()])),
    ],
    [
      'gateway_slow_readers_cut_total',
      'counter',
      'Connections closed because the client read too slowly, or because the memory for responses was full.',
      () =>
        Object.entries(unsent).flatMap(([port, { cuts }]) =>
          Object.entries(cuts).map(([reason, value]) => ({ labels: { port, reason }, value })),
        ),
    ],
    [
      'gateway_upstream_failures_total',
      'counter',
      'Attempts to which a service did not respond.',
      perService(({ failures }) => failures),
    ],
    [
      'gateway_upstream_replicas',
      'gauge',
      'Replicas of a service that the gateway sends requests to, ejected ones included.',
      perService((upstream) => upstream.size()),
    ],
    [
      'gateway_upstream_in_flight',
      'gauge',
      'Requests in flight to a service.',
      perService((upstream) => upstream.inFlight()),
    ],
  ]
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
