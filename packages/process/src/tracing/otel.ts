import { type Attributes, type Link, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { NewSpan, Span } from './span.ts'

/** Settings of the exporter. */
export interface OtelOptions {
  service: string
  /** Base URL of an OTLP receiver; spans are posted to `/v1/traces` as JSON. */
  endpoint: string
  sampler: SamplerName
  /** Share of traces that a `traceidratio` sampler records, 0 to 1. */
  ratio: number
  /** Called with the number of spans of each batch that was not accepted. */
  onLost(spans: number, error: Error | undefined): void
  /** Spans that wait to be exported, at most. Further ones are dropped. */
  maxQueue?: number
}

const MAX_QUEUE = 2_048
const MAX_BATCH = 512
const BATCH_DELAY_MS = 1_000
const EXPORT_TIMEOUT_MS = 5_000
const MAX_NAME_LENGTH = 200

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** Starts spans that a bounded queue exports in the background. `stop` exports what is left. */
export function openOtel(options: OtelOptions): { start(span: NewSpan): Span; stop(): Promise<void> } {
  const maxQueue = options.maxQueue ?? MAX_QUEUE
  const provider = new TracerProvider({
    // Not the default resource: it names the executable, the host and its user.
    resource: resourceFromAttributes({ 'service.namespace': 'jobboard', 'service.name': options.service }),
    sampler: samplerOf(options.sampler, options.ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: openExporter(options),
        maxQueueSize: maxQueue,
        maxExportBatchSize: Math.min(MAX_BATCH, maxQueue),
        scheduledDelayMillis: BATCH_DELAY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS + BATCH_DELAY_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('jobboard')
  return {
    start({ name, kind, parent, link, attributes, startedAtMs }) {
      const linked = link === undefined ? null : parseTraceParent(link)
      const links: Link[] = linked ? [{ context: linked }] : []
      const started = startedAtMs === undefined ? {} : { startTime: startedAtMs }
      const spanOptions = { kind: KINDS[kind], attributes: attributes as Attributes, links, ...started }
      const span = tracer.startSpan(name.slice(0, MAX_NAME_LENGTH), spanOptions, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      let isEnded = false
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        get isEnded() {
          return isEnded
        },
        set: (more) => void span.setAttributes(more as Attributes),
        fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
        end() {
          isEnded = true
          span.end()
        },
      }
    },
    stop: () => provider.shutdown(),
  }
}

function contextOf(traceparent: string | null | undefined) {
  const parent = traceparent ? parseTraceParent(traceparent) : null
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

function openExporter({ endpoint, onLost }: OtelOptions): SpanExporter {
  const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`
  const otlp = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS })
  return {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) onLost(spans.length, result.error)
        done(result)
      }),
    shutdown: () => otlp.shutdown(),
    forceFlush: () => otlp.forceFlush(),
  }
}

/** Values of OTEL_TRACES_SAMPLER, as OpenTelemetry defines them. */
export type SamplerName = `${'parentbased_' | ''}${'always_on' | 'always_off' | 'traceidratio'}`

/** The sampler of this name. With `parentbased_` the process that begins a trace decides for all others. */
function samplerOf(name: SamplerName, ratio: number): Sampler {
  if (!name.startsWith('parentbased_')) return rootSampler(name, ratio)
  return new ParentBasedSampler({ root: rootSampler(name.slice('parentbased_'.length), ratio) })
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio)
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler()
}
