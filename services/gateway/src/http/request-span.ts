import { type Span, startRequestSpan } from '@jobboard/process/tracing/span'
import type { RequestContext } from './request-context.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])

/** Starts the trace of a client's request; undefined while tracing is off. A client's own trace context becomes a link:
 * it chooses neither the id of our trace nor whether it is recorded. */
export function startClientSpan({ request, route, startedAtMs }: RequestContext): Span | undefined {
  const { method = '', headers } = request
  const link = headers.traceparent as string | undefined
  return startRequestSpan({ method: METHODS.has(method) ? method : 'HTTP', route, link, startedAtMs })
}
