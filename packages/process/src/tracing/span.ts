import { AsyncLocalStorage } from 'node:async_hooks'

/** Everything that a span can say: no personal data, no key, no text that a client sent. */
export interface Attributes {
  'http.request.method'?: string
  /** The pattern of the path, never the path. */
  'http.route'?: string
  'http.response.status_code'?: number
  'messaging.system'?: 'nats'
  'messaging.destination.name'?: string
  'messaging.consumer.group.name'?: string
  'jobboard.employer_id'?: number
  'jobboard.event_id'?: string
  /** The event had its effect before. */
  'jobboard.duplicate'?: boolean
}

/** One timed step of a trace. Nothing of it is recorded where the sampler decided so. */
export interface Span {
  readonly traceId: string
  /** W3C trace context of this span, for what it causes: a request, an outbox row, a message. */
  readonly traceparent: string
  readonly isEnded: boolean
  set(attributes: Attributes): void
  /** Marks the span as an error. */
  fail(): void
  /** A span that never ends is not exported. */
  end(): void
}

/** A span to start. */
export interface NewSpan {
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  /** `traceparent` of the cause. Without a valid one a trace begins. */
  parent?: string | null | undefined
  /** `traceparent` of a trace to refer to; it has no influence on this one. */
  link?: string | undefined
  attributes?: Attributes
  /** `performance.now()` of the start; now by default. */
  startedAtMs?: number
}

const current = new AsyncLocalStorage<Span>()
let start: ((span: NewSpan) => Span) | undefined

/** Switches tracing on for this process, or off. */
export function setTracer(startSpan: ((span: NewSpan) => Span) | undefined): void {
  start = startSpan
}

/** True while this process records spans. */
export function isTracing(): boolean {
  return start !== undefined
}

/** Starts a span; undefined while tracing is off. */
export function startSpan(span: NewSpan): Span | undefined {
  return start?.(span)
}

/** Starts a span below the current one; undefined where there is none. */
export function startChild(span: Omit<NewSpan, 'parent' | 'link'>): Span | undefined {
  const parent = currentSpan()
  return parent && start?.({ ...span, parent: parent.traceparent })
}

/** The span in which the caller runs. Work that a request started and that outlives it has none. */
export function currentSpan(): Span | undefined {
  const span = start && current.getStore()
  return span?.isEnded ? undefined : span
}

/** The trace context to store with what the caller writes. A client that disconnects ends the span of its request, not
 * the trace of what the request still commits. */
export function currentTraceparent(): string | null {
  return (start && current.getStore()?.traceparent) ?? null
}

/** Runs `work` with this span as the current one. */
export function runIn<T>(span: Span | undefined, work: () => T): T {
  return span ? current.run(span, work) : work()
}

/** A request as its span shows it. */
interface TracedRequest {
  method: string
  /** The pattern of the path. */
  route: string
  parent?: string | undefined
  link?: string | undefined
  startedAtMs: number
}

/** Starts the span of a received request; undefined while tracing is off. */
export function startRequestSpan({ method, route, ...rest }: TracedRequest): Span | undefined {
  const attributes = { 'http.request.method': method, 'http.route': route }
  return startSpan({ name: `${method} ${route}`, kind: 'server', attributes, ...rest })
}

/** Ends the span of a request with the status of its response; 0: the client disconnected before one. */
export function endRequestSpan(span: Span, status: number): void {
  if (status > 0) span.set({ 'http.response.status_code': status })
  if (status >= 500) span.fail()
  span.end()
}

/** An event as its spans show it. */
interface TracedEvent {
  eventId: string
  subject: string
  traceparent: string | null | undefined
}

/** Starts the span of publishing an event. An event that no traced request caused begins a trace. */
export function startPublishSpan({ eventId, subject, traceparent }: TracedEvent): Span | undefined {
  return startSpan({
    name: `publish ${subject}`,
    kind: 'producer',
    parent: traceparent,
    attributes: attributesOf(subject, eventId),
  })
}

/** Starts the span of handling an event; undefined for an event without a trace. */
export function startProcessSpan(
  consumer: string,
  { eventId, subject, traceparent }: TracedEvent,
): Span | undefined {
  if (!traceparent) return undefined
  const attributes = { ...attributesOf(subject, eventId), 'messaging.consumer.group.name': consumer }
  return startSpan({ name: `process ${subject}`, kind: 'consumer', parent: traceparent, attributes })
}

function attributesOf(subject: string, eventId: string) {
  return {
    'messaging.system': 'nats' as const,
    'messaging.destination.name': subject,
    'jobboard.event_id': eventId,
  }
}
