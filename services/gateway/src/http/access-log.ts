import type { Log } from '@jobboard/service/lifecycle/log'
import type { Identity } from './handler.ts'
import type { RequestContext } from './request-context.ts'

/** Records one finished request for the metrics: its route as the access log names it, its status, 0 without a response. */
export type ObserveRequest = (route: string, method: string, status: number, ms: number) => void

/** What the access log says of a request; its sender is known once it is authenticated. */
export interface AccessLogEntry {
  readonly context: RequestContext
  sender: Identity | undefined
}

/** Writes the line of a request that is over. It holds no path, query, header or key. */
export function writeEntry({ context, sender }: AccessLogEntry, log: Log, observe: ObserveRequest): void {
  const { request, response, requestId, route, startedAtMs } = context
  const { method = '' } = request
  const status = response.headersSent ? response.statusCode : 0
  const tookMs = performance.now() - startedAtMs
  observe(route, method, status, tookMs)
  const ms = Math.round(tookMs)
  log.info({ method, route, status, ms, key: sender?.name, requestId }, 'request')
}
