import { stateOf } from './connection-state.ts'
import type { RequestContext } from './request-context.ts'

/** Serves the requests of a connection one after the other: a request begins when the response before it is
 * out, and never when that response closes the connection. */
export function serveInOrder({ request, response }: RequestContext, serve: () => void): void {
  const state = stateOf(request.socket)
  if (state.serving) {
    state.waiting.push({ response, serve })
    return
  }
  state.serving = response
  serve()
}

/** The response is out, or the connection is closed: serves the next request. */
export function serveNext({ request, response }: RequestContext): void {
  const state = stateOf(request.socket)
  if (state.serving !== response) return
  if (!response.shouldKeepAlive || request.socket.destroyed) state.waiting = []
  // A request within whose body the input became invalid has its response already.
  const next = state.waiting.find((entry) => !entry.response.writableEnded)
  state.waiting = next ? state.waiting.slice(state.waiting.indexOf(next) + 1) : []
  state.serving = next?.response
  next?.serve()
}
