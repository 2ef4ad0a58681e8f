import type { RequestContext } from './request-context.ts'
import type { Refusal } from './responses.ts'

/** Who sent a request. */
export interface RequestCaller {
  /** How the access log names the caller; undefined for operators. */
  readonly name: string | undefined
}

/** What serves the requests of one port. What it throws becomes an error response. */
export interface Handler<Caller extends RequestCaller> {
  /** Finds out who sent the request, or why it is refused. */
  authenticate(context: RequestContext): Caller | Refusal | Promise<Caller | Refusal>
  /** Sends the response to an authenticated request. */
  serve(context: RequestContext, caller: Caller): Promise<void>
  /** Called once when the response to an authenticated request is out, with its status, or when the client has gone
   * after the response began. */
  ended?(context: RequestContext, caller: Caller, status: number): void
}
