import { ApiError } from '@jobboard/contracts/error'
import type { Log } from '@jobboard/service/lifecycle/log'
import { isEnded } from './connection-state.ts'
import { MalformedRequest, refuseMalformed } from './malformed-request.ts'
import type { RequestContext } from './request-context.ts'
import { sendError } from './responses.ts'

/** The client closed the connection: no response can reach it. */
export class ClientGone extends Error {}

/** Sends the response to a request whose handling threw, and logs what is not meant for the client. */
export function sendFailure(context: RequestContext, error: unknown, log: Log): void {
  const { request, response, requestId, route } = context
  const isRefused = response.writableEnded && isEnded(request.socket)
  if (error instanceof ClientGone || isRefused) return
  if (!(error instanceof ApiError)) log.error({ err: error, requestId, route }, 'request failed')
  if (error instanceof MalformedRequest) refuseMalformed(context, error)
  else sendError(context, error)
}
