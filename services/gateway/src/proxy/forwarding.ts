import type { Method } from '@jobboard/contracts/endpoint'
import type { UnsentResponses } from './unsent-responses.ts'
import type { Upstream } from './upstream.ts'

/** Where a request goes, and how. */
export interface Forwarding {
  readonly service: string
  readonly method: Method
  readonly upstream: Upstream
  /** Name of the key that connections and memory count for; undefined for operators. */
  readonly key: string | undefined
  /** The employer or candidate whose key it is; undefined for operators. */
  readonly owner: string | undefined
  /** Where its response counts until the client has read it. */
  readonly unsent: UnsentResponses
  /** The signed identity of the caller. */
  readonly callerToken: string
  /** Complete, a stream, or none. */
  readonly body: Buffer | NodeJS.ReadableStream | null
  /** Longest silence of the service before and within its response, and longest wait for a connection to it. */
  readonly timeoutMs: number
  /** Sent twice, the request takes effect once. */
  readonly isRepeatable: boolean
}

/** Whether the request can be sent a second time after a service may have received it. */
export function isSafeTwice({ isRepeatable, body }: Forwarding): boolean {
  return isRepeatable && (body === null || Buffer.isBuffer(body))
}
