import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Match, Router } from './router.ts'
import type { Target } from './target.ts'

/** One request, as it is when its headers are read. Immutable: a step that adds headers returns a new context. */
export interface RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Generated here; the client's own `X-Request-Id` is dropped. */
  readonly requestId: string
  readonly target: Target
  /** The endpoints of the path; undefined when there is none. */
  readonly match: Match | undefined
  /** Of the port. */
  readonly router: Router
  /** The port serves the guide that the `Link` of a 4xx leads to. */
  readonly hasErrorGuide: boolean
  /** For access log and metrics: the pattern of the route or `none`, never the path itself. */
  readonly route: string
  /** `performance.now()` when the headers were read. */
  readonly startedAtMs: number
  /** Headers of every response to this request; names and values alternate. */
  readonly responseHeaders: readonly string[]
}

/** Who sent a request. */
export interface RequestCaller {
  /** How the access log names the caller; undefined for operators. */
  readonly name: string | undefined
}

/** The same request with more response headers. */
export function withHeaders(context: RequestContext, headers: readonly string[]): RequestContext {
  return { ...context, responseHeaders: context.responseHeaders.concat(headers) }
}

/** The same request with other values of these response headers, which it has. */
export function replaceHeaders(context: RequestContext, headers: readonly string[]): RequestContext {
  const names = new Set(headers.filter((_, i) => i % 2 === 0))
  const others = context.responseHeaders.filter((_, i, all) => !names.has(all[i - (i % 2)]!))
  return { ...context, responseHeaders: [...others, ...headers] }
}
