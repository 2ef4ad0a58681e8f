import type { SamplerName } from './otel.ts'
import { setTracer } from './span.ts'

/** The variables that switch tracing on; names and values as OpenTelemetry defines them. */
export interface TracingEnv {
  /** Base URL of an OTLP receiver. Without it nothing is recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_TRACES_SAMPLER: SamplerName
  OTEL_TRACES_SAMPLER_ARG: number
}

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

const STOP_MS = 2_000
const WARN_INTERVAL_MS = 60_000

/** Records the spans of this process where OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise nothing of OpenTelemetry is
 * loaded. Returns a stop function, which exports what is left within 2 s. */
export async function startTracing(service: string, env: TracingEnv, log: Log): Promise<() => Promise<void>> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return async () => {}
  const { openOtel } = await import('./otel.ts')
  const otel = openOtel({
    service,
    endpoint,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    onLost: warnSometimes(log),
  })
  setTracer(otel.start)
  log.info({ sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG }, 'tracing is on')
  return async () => {
    setTracer(undefined)
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref())
    // Spans that cannot be exported do not delay the stop.
    await Promise.race([otel.stop().catch(() => {}), timeout])
  }
}

/** Logs lost spans at most once a minute. */
function warnSometimes(log: Log): (spans: number, error: Error | undefined) => void {
  let lost = 0
  let warnAt = 0
  return (spans, err) => {
    lost += spans
    const now = performance.now()
    if (now < warnAt) return
    warnAt = now + WARN_INTERVAL_MS
    log.warn({ err, spans: lost }, 'spans are lost: the tracing endpoint does not accept them')
    lost = 0
  }
}
