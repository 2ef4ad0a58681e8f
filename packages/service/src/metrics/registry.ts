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
