import { randomBytes } from 'node:crypto'
import { type Attributes, type NewSpan, type Span, setTracer } from '@jobboard/process/tracing/span'

/** A span as code started it, and what became of it. */
export interface RecordedSpan extends NewSpan, Span {
  attributes: Attributes
  isFailed: boolean
}

/** Switches tracing on for this process, into memory. `stop` switches it off. */
export function recordSpans(): { spans: RecordedSpan[]; stop(): void } {
  const spans: RecordedSpan[] = []
  setTracer((given) => {
    const traceId = given.parent?.slice(3, 35) || randomBytes(16).toString('hex')
    const span: RecordedSpan = {
      ...given,
      attributes: { ...given.attributes },
      traceId,
      traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
      isEnded: false,
      isFailed: false,
      set: (attributes) => void Object.assign(span.attributes, attributes),
      fail() {
        span.isFailed = true
      },
      end: () => void Object.assign(span, { isEnded: true }),
    }
    spans.push(span)
    return span
  })
  return { spans, stop: () => setTracer(undefined) }
}
