import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestContext } from './request-context.ts'

const state = Symbol('what is known about a connection')

/** What the gateway knows about a client's connection. */
export interface ConnectionState {
  /** The latest request, while its response is not out or part of its body may still come. */
  latest: RequestContext | undefined
  /** The connection ends: every byte that arrives is ignored. */
  isEnded: boolean
  /** Requests that were read and whose responses are not out. */
  unanswered: number
  /** One of them is refused, or served without a key. */
  hasAnonymous: boolean
  /** The request that is being served; those in `waiting` follow one after the other. */
  serving: ServerResponse | undefined
  waiting: { response: ServerResponse; serve: () => void }[]
}

/** A client's connection, with what is known about its requests. */
export type Connection = Socket & { [state]?: ConnectionState }

/** The state of a connection, made at its first use. */
export function stateOf(connection: Connection): ConnectionState {
  const existing = connection[state]
  if (existing) return existing
  const created: ConnectionState = {
    latest: undefined,
    isEnded: false,
    unanswered: 0,
    hasAnonymous: false,
    serving: undefined,
    waiting: [],
  }
  connection[state] = created
  return created
}

/** Remembers a request that was read. */
export function trackRequest(context: RequestContext): void {
  const connection = stateOf(context.request.socket)
  connection.latest = context
  connection.unanswered++
}

/** The response is out: forgets the request, unless more of its body may come. */
export function untrackRequest(context: RequestContext): void {
  const connection = stateOf(context.request.socket)
  connection.unanswered--
  if (connection.unanswered === 0) connection.hasAnonymous = false
  if (context.request.complete && connection.latest === context) connection.latest = undefined
}

/** True when the connection ends: no byte that arrives is read as part of a request. */
export function isEnded(connection: Connection): boolean {
  return connection[state]?.isEnded === true
}

/** True when the response in flight closes the connection: a request behind it is never served. */
export function isClosing(connection: Connection): boolean {
  return isEnded(connection) || connection[state]?.latest?.response.shouldKeepAlive === false
}
