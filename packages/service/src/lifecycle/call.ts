import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { Caller } from '../auth/caller.ts'

/** Calls another service, signed as this service. Throws the ApiError of a 4xx response, and unavailable on a
 * 5xx, a time-out or a lost connection. */
export interface Call {
  <E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<ResponseBody<E>>
  close(): Promise<void>
}

/** `params` and `query` as written into the URL. */
export interface CallInput<E extends Endpoint> {
  params?: Record<string, string | number>
  query?: Record<string, string | number | readonly string[] | undefined>
  body?: Input<E>['body']
}

export interface CallOptions {
  /** Limit of one attempt, 2 s by default. */
  timeoutMs?: number
  /** Limit of all attempts together; without one, only each of them is limited. */
  totalMs?: number
  /** Passed on, for the logs of the called service. */
  requestId?: string
  /** Makes a POST safe to repeat (D-60). */
  idempotencyKey?: string | undefined
  /** Who calls, in place of this service: a person, for whom it acts. */
  caller?: Caller
  /** When the call shall have been made, for services with `DATED_CALLS`. */
  at?: Date
  /** Further headers of the request, such as `prefer` and `if-match`. */
  headers?: Record<string, string>
  /** Receives the headers of a response below 500. */
  onHeaders?(headers: IncomingHttpHeaders): void
  /** Called when the response is one that was stored for `idempotencyKey`. */
  onReplayed?(): void
  /** The only replica to call. */
  replica?: PeerAddress
  /** Marks a POST without side effects, which is retried like a GET. */
  isSafe?: boolean
}

/** Where one replica of a service is reached: an IP address of the host of its base URL. */
export interface PeerAddress {
  readonly url: string
  /** Undefined: the host is an IP address itself, is this machine, or is not resolved yet. */
  readonly address: string | undefined
}
