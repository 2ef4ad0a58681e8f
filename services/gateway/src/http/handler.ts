import type { RequestContext } from './request-context.ts'
import type { Refusal } from './responses.ts'

/** Who sent a request. */
export interface Identity {
  /** How the access log names the sender; undefined for operators. */
  readonly name: string | undefined
}

/** What serves the requests of one port. What it throws becomes an error response. */
export interface Handler<Sender extends Identity> {
  /** Finds out who sent the request, or why it is refused. */
  authenticate(context: RequestContext): Sender | Refusal | Promise<Sender | Refusal>
  /** Sends the response to an authenticated request. */
  serve(context: RequestContext, sender: Sender): Promise<void>
}
