import type { RunningLimiter } from '@jobboard/rate-limit/limiter'
import { type Metrics, openMetrics } from '@jobboard/service/metrics/registry'
import { openRequestDurations } from '@jobboard/service/metrics/request-duration'
import type { KeyCache } from './keys/key-cache.ts'
import type { KeyFeed } from './keys/key-feed.ts'
import type { Parts } from './parts.ts'

/** Takes one answered request down: its route as the access log names it, never its path. */
export type Answered = (route: string, method: string, status: number, ms: number) => void

/** What the gateway tells its operators. */
export interface GatewayMetrics {
  metrics: Metrics
  /** What a port tells of its requests. */
  answeredOn(port: 'public' | 'admin'): Answered
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])
const REFUSALS = [401, 403, 429]

/** Counts requests, and reads the rest from the parts when it is asked. */
export function openGatewayMetrics(parts: {
  cache: KeyCache
  feed: Pick<KeyFeed, 'isFresh'>
  limiter: RunningLimiter
  upstreams: Parts['upstreams']
}): GatewayMetrics {
  const metrics = openMetrics()
  const durations = openRequestDurations(metrics)
  const refused = new Map(REFUSALS.map((status) => [status, 0]))
  metrics.add(
    {
      name: 'gateway_refused_total',
      type: 'counter',
      help: 'Answers with this status, our own and those of services.',
    },
    () => [...refused].map(([status, value]) => ({ labels: { status }, value })),
  )
  addParts(metrics, parts)

  return {
    metrics,
    answeredOn(port) {
      const observers = memo((method) => memo((route) => durations.of({ port, route, method })))
      return (route, method, status, ms) => {
        observers(METHODS.has(method) ? method : 'other')(route)(status, ms)
        const count = refused.get(status)
        if (count !== undefined) refused.set(status, count + 1)
      }
    },
  }
}

function addParts(
  metrics: Metrics,
  { cache, feed, limiter, upstreams }: Parameters<typeof openGatewayMetrics>[0],
): void {
  metrics.add(
    { name: 'gateway_keys', type: 'gauge', help: 'Keys in the cache, by whether they exist.' },
    () => {
      const { known, unknown } = cache.size()
      return [
        { labels: { state: 'known' }, value: known },
        { labels: { state: 'unknown' }, value: unknown },
      ]
    },
  )
  metrics.add(
    { name: 'gateway_key_feed_fresh', type: 'gauge', help: '1 while changes of keys come in at once.' },
    () => [{ labels: {}, value: Number(feed.isFresh()) }],
  )
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
  const ofEach =
    (read: (upstream: NonNullable<Parts['upstreams'][keyof Parts['upstreams']]>) => number) => () =>
      Object.entries(upstreams).map(([service, upstream]) => ({ labels: { service }, value: read(upstream) }))
  metrics.add(
    {
      name: 'gateway_upstream_failures_total',
      type: 'counter',
      help: 'Tries that a service did not answer.',
    },
    ofEach(({ failures }) => failures),
  )
  metrics.add(
    { name: 'gateway_upstream_in_flight', type: 'gauge', help: 'Requests that a service has in hand.' },
    ofEach((upstream) => upstream.inFlight()),
  )
}

function memo<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    let one = made.get(name)
    if (one === undefined) {
      one = make(name)
      made.set(name, one)
    }
    return one
  }
}
