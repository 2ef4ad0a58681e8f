import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'

/** The numbers that one running service tells its operators. */
export interface Metrics {
  /** Adds one family, read whenever somebody asks. A read that fails leaves its lines out and the others in. */
  add(family: Family, read: () => Sample[] | Promise<Sample[]>): void
  /** All of them and those of the process, in the Prometheus text format. */
  text(): Promise<string>
}

/** Name (with `_total` when it counts, `_seconds` when it is time), kind, and one sentence. */
export interface Family {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
}

/** One line. Labels come from the code, never from a request: each value of one is a series for ever. */
export interface Sample {
  labels: Record<string, string | number>
  value: number
  /** For the lines of a histogram, whose names differ from the family's. */
  metricName?: string
}

/** A registry of its own: several services may run in one process. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  return {
    add(family, read) {
      const get = async () => ({ ...family, aggregator: 'sum', values: await read() })
      const metric = { ...family, get: () => get().catch(() => ({ ...family, values: [] })) }
      // The classes of prom-client find what to count up by joining the texts of the labels, on every count.
      registry.registerMetric(metric as unknown as Metric)
    },
    async text() {
      return (await Promise.all([registry.metrics(), ofProcess().metrics()])).join('\n')
    },
  }
}

/** Serves the numbers under `/metrics`, without a caller: only for ports that the public cannot reach. */
export function addMetrics(app: FastifyInstance, metrics: Metrics): void {
  const text = coalesce(() => metrics.text())
  app.get('/metrics', async (_request, reply) =>
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await text()),
  )
}

/** Everybody who asks while an answer is made gets that one. */
export function coalesce<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= ask().finally(() => {
      running = undefined
    })
    return running
  }
}

let processRegistry: Registry | undefined

// One for the process: its observers cannot be taken away again.
function ofProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}
