import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KeyRecord } from '@jobboard/contracts/internal/keys'
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
  key: KeyRecord | undefined
  /** The 404 of this route is always problem details (D-03). */
  problemNotFound: boolean
  /** Called with the status of the answer, when it is known. */
  onAnswer: (status: number) => void
  /** Called once, when the answer is out or the client has gone. */
  onClose: () => void
  /** Tells the client to send the body it holds back (`Expect: 100-continue`). */
  acceptBody(): void
}

/** Keys of the two kinds are numbered apart; this name is unique. */
export function nameOf({ kind, id }: KeyRecord): string {
  return `${kind}:${id}`
}
