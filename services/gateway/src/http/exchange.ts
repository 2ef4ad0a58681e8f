import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Target } from './target.ts'

/** One request and its answer on the way through the gateway. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  target: Target
  /** Always our own; a client's is never taken over. */
  requestId: string
  /** Names and values in turn that every answer of this exchange carries. */
  headers: string[]
  /** For the access log: the endpoint's pattern, never the path itself. */
  route: string
  keyId: string | undefined
  /** The 404 of this route is always problem details (D-03). */
  problemNotFound: boolean
  /** Called with the service's status before it is passed on. */
  onAnswer: (status: number) => void
  /** Tells the client to send the body it holds back (`Expect: 100-continue`). */
  acceptBody(): void
}
