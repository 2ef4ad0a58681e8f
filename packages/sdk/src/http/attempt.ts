import { ConnectionError, JobBoardError, TimeoutError } from '../errors.ts'
import type { Fetch } from '../options.ts'
import { errorOf, notJsonError } from './error-response.ts'
import { MAX_TIMER_MS } from './sleep.ts'

/** A request as it is sent, the same in every attempt. */
export interface WireRequest {
  method: string
  url: string
  headers: Headers
  body: string | undefined
  idempotencyKey: string | undefined
}

/** A success, received whole. */
export interface WireResponse {
  status: number
  headers: Headers
  /** The parsed body; undefined for an empty one. */
  data: unknown
}

/** Sends a request once. Throws JobBoardError, or the reason of the signal when it aborts. */
export async function attempt(
  fetch: Fetch,
  request: WireRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<WireResponse> {
  const { method, url, headers, body, idempotencyKey } = request
  signal?.throwIfAborted()
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const onTimeout = () =>
    controller.abort(
      new TimeoutError({ message: `No response within ${timeoutMs} ms.`, code: 'timeout', idempotencyKey }),
    )
  const timer = setTimeout(onTimeout, Math.min(timeoutMs, MAX_TIMER_MS))
  try {
    const init = { method, headers, redirect: 'manual' as const, signal: controller.signal }
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    return parse(response, await response.text(), request)
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    if (error instanceof JobBoardError) throw error
    // Runtimes throw different classes for a failed connection and for a body that breaks off.
    const message = `The connection to ${new URL(url).origin} failed or broke off.`
    throw new ConnectionError({ message, code: 'connection', idempotencyKey, cause: error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

function parse(response: Response, text: string, request: WireRequest): WireResponse {
  const { status, headers } = response
  if (!response.ok) throw errorOf(response, text, request)
  if (text === '') return { status, headers, data: undefined }
  try {
    return { status, headers, data: JSON.parse(text) }
  } catch {
    throw notJsonError(response)
  }
}
