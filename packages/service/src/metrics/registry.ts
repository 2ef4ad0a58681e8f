import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'

/** The metrics of one running service. */
export interface Metrics {
  /** Adds one family, read at every scrape. When a read fails, this family is left out of that scrape. */
  add(family: Family, read: () => Sample[] | Promise<Sample[]>): void
  /** All families, and those of the process, in the Prometheus text format. */
  text(): Promise<string>
}

/** One metric family. Names of counters end in `_total`, durations in `_seconds`; `help` is one sentence. */
export interface Family {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
}

/** One sample. Label values come from code, never from a request: each value is a new time series. */
export interface Sample {
  labels: Record<string, string | number>
  value: number
  /** For the samples of a histogram, whose names differ from the family's. */
  metricName?: string
}

/** A separate registry per service: several services may run in one process. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  return {
    add(family, read) {
      const get = async () => ({ ...family, aggregator: 'sum', values: await read() })
      const metric = { ...family, get: () => get().catch(() => ({ ...family, values: [] })) }
      // Not the classes of prom-client: they build a key from the label texts at every count.
      registry.registerMetric(metric as unknown as Metric)
    },
    async text() {
      return (await Promise.all([registry.metrics(), ofProcess().metrics()])).join('\n')
    },
  }
}

/** Serves `/metrics` without authentication: only for ports that the public cannot reach. */
export function addMetrics(app: FastifyInstance, metrics: Metrics): void {
  const text = coalesce(() => metrics.text())
  app.get('/metrics', async (_request, reply) =>
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await text()),
  )
}

/** Concurrent calls share one execution and its result. */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

let processRegistry: Registry | undefined

// One per process: the observers of the default metrics cannot be removed.
function ofProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}

/** Records one request: the status of its response (0: the client disconnected before one) and its duration. */
export type Observe = (status: number, ms: number) => void

export interface RequestDurations {
  /** Binds the labels of one endpoint. Call it once per endpoint and reuse the result, which needs no
   * look-up. */
  of(labels: Record<string, string>): Observe
}

const NAME = 'http_request_duration_seconds'
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const STATUS_CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx']

interface Histogram {
  labels: Record<string, string>
  /** Requests per bucket, not cumulative; the last bucket has no upper bound. */
  counts: Float64Array
  sumSeconds: number
}

/** Adds `http_request_duration_seconds` to these metrics. */
export function openRequestDurations(metrics: Metrics): RequestDurations {
  const histograms: Histogram[] = []
  metrics.add(
    { name: NAME, type: 'histogram', help: 'Time from the request headers to the end of the response.' },
    () => histograms.flatMap(toSamples),
  )
  return {
    of(labels) {
      const byClass: (Histogram | undefined)[] = STATUS_CLASSES.map(() => undefined)
      return (status, ms) => {
        const index = Math.floor(status / 100)
        byClass[index] ??= openHistogram(histograms, { ...labels, status: STATUS_CLASSES[index] ?? 'none' })
        count(byClass[index], ms / 1_000)
      }
    },
  }
}

function openHistogram(histograms: Histogram[], labels: Histogram['labels']): Histogram {
  const histogram = { labels, counts: new Float64Array(BOUNDS_SECONDS.length + 1), sumSeconds: 0 }
  histograms.push(histogram)
  return histogram
}

function count(histogram: Histogram, seconds: number): void {
  let bucket = 0
  while (bucket < BOUNDS_SECONDS.length && seconds > BOUNDS_SECONDS[bucket]!) bucket++
  histogram.counts[bucket]!++
  histogram.sumSeconds += seconds
}

function toSamples({ labels, counts, sumSeconds }: Histogram): Sample[] {
  let total = 0
  const buckets = [...BOUNDS_SECONDS, '+Inf'].map((le, index) => {
    total += counts[index]!
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sumSeconds },
    { metricName: `${NAME}_count`, labels, value: total },
  ]
}
