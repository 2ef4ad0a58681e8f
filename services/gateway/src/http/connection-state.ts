import type { Socket } from 'node:net'
import type { RequestContext } from './request-context.ts'

const latest = Symbol('the latest request that is not over')
const ended = Symbol('the connection ends with a refusal')

/** A client's connection, with what is known about its requests. */
export type Connection = Socket & { [latest]?: RequestContext | undefined; [ended]?: boolean }

/** The latest request of a connection, while its response is not out or part of its body may still come. */
export function latestRequest(connection: Connection): RequestContext | undefined {
  return connection[latest]
}

/** Remembers the latest request of its connection. */
export function trackRequest(context: RequestContext): void {
  const connection: Connection = context.request.socket
  connection[latest] = context
}

/** The response is out: forgets the request, unless more of its body may come. */
export function untrackRequest(context: RequestContext): void {
  const connection: Connection = context.request.socket
  if (context.request.complete && connection[latest] === context) connection[latest] = undefined
}

/** From now on every byte of this connection is ignored. */
export function endConnection(connection: Connection): void {
  connection[ended] = true
}

/** True when the connection ends with a refusal. */
export function isEnded(connection: Connection): boolean {
  return connection[ended] === true
}

/** True when the response in flight closes the connection: a request behind it is never served. */
export function isClosing(connection: Connection): boolean {
  return connection[ended] === true || connection[latest]?.response.shouldKeepAlive === false
}
