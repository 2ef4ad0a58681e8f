import type { ServerResponse } from 'node:http'
import { endRequestSpan, type Span, startRequestSpan } from '@jobboard/process/tracing/span'
import { openLineSampler } from '@jobboard/service/http/connection-limit'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { RequestCaller, RequestContext } from './request-context.ts'

/** Records one finished request for the metrics: its route as the access log names it, its status, 0 without
 * a response. */
export type ObserveRequest = (route: string, method: string, status: number, ms: number) => void

/** What the access log says of a request; its caller is known once it is authenticated. */
export interface AccessLogEntry<Caller extends RequestCaller = RequestCaller> {
  readonly context: RequestContext
  caller: Caller | undefined
  /** While tracing is on, once the caller is known. */
  span?: Span | undefined
}

/** Writes the line of a request that is over, and records it for the metrics. */
type AccessLog = (entry: AccessLogEntry) => void

/** Lines a second for requests without a valid key, and for 429, by status. */
const SAMPLED_LINES_PER_SECOND = 20

/** Requested every few seconds by health checks, balancers and Prometheus: logged only when they fail. */
const PROBED_ROUTES = new Set(['/healthz/live', '/healthz/ready', '/metrics'])

/** The status of a response; 0 when it never began. */
export function statusOf(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : 0
}

/** Its lines hold no path, query, header or key. Every request is recorded for the metrics; a 429 leaves no span. */
export function openAccessLog(log: Log, observe: ObserveRequest): AccessLog {
  const sample = openLineSampler(SAMPLED_LINES_PER_SECOND, (status, omitted) =>
    log.info({ status, omitted }, 'requests not logged'),
  )
  return ({ context, caller, span }) => {
    const { request, response, requestId, route, startedAtMs } = context
    const { method = '' } = request
    const status = statusOf(response)
    const tookMs = performance.now() - startedAtMs
    observe(route, method, status, tookMs)
    if (span && status !== 429) endRequestSpan(span, status)
    if (status === 200 && PROBED_ROUTES.has(route)) return
    if ((!caller || status === 429) && !sample(status)) return
    const ms = Math.round(tookMs)
    const traceId = span?.traceId
    log.info({ method, route, status, ms, key: caller?.name, requestId, traceId }, 'request')
  }
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])

/** Starts the trace of a client's request; undefined while tracing is off. A client's own trace context becomes a link:
 * it chooses neither the id of our trace nor whether it is recorded. */
export function startClientSpan({ request, route, startedAtMs }: RequestContext): Span | undefined {
  const { method = '', headers } = request
  const link = headers.traceparent as string | undefined
  return startRequestSpan({ method: METHODS.has(method) ? method : 'HTTP', route, link, startedAtMs })
}
