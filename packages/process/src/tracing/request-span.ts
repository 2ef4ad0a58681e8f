import { type Span, startSpan } from './span.ts'

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
