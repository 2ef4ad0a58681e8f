import { ConnectionError, JobBoardError, ServerError, TimeoutError } from '../errors.ts'
import type { CallLimits, CallOptions, ClientOptions, Fetch } from '../options.ts'
import { errorOf, notJsonError } from './error-response.ts'

/** How a client sends. */
export interface Sender extends Required<CallLimits>, Pick<ClientOptions, 'fetch' | 'onRetry'> {}

/** Sends a request and retries it where that is safe. Throws JobBoardError, or the reason of the signal when it aborts. */
export async function send(
  sender: Sender,
  request: WireRequest,
  { signal, ...limits }: CallOptions,
): Promise<WireResponse> {
  const {
    timeoutMs = sender.timeoutMs,
    deadlineMs = sender.deadlineMs,
    maxRetries = sender.maxRetries,
  } = limits
  const fetch = sender.fetch ?? globalThis.fetch
  const deadline = performance.now() + deadlineMs
  const attempts = { failures: 0, refusals: 0 }
  for (;;) {
    try {
      const remainingMs = Math.max(1, Math.ceil(deadline - performance.now()))
      return await attempt(fetch, request, Math.min(timeoutMs, remainingMs), signal)
    } catch (error) {
      if (!(error instanceof JobBoardError)) throw error
      if (isRefusal(error)) attempts.refusals++
      else if (isTransient(error) && isRepeatable(request.method, request.idempotencyKey)) attempts.failures++
      else throw error
      const delayMs = delayBefore(error, attempts, Math.random())
      if (attempts.failures > maxRetries || performance.now() + delayMs >= deadline) throw error
      sender.onRetry?.({ error, attempts: attempts.failures + attempts.refusals, delayMs })
      await sleep(delayMs, signal)
    }
  }
}

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
async function attempt(
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

const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 8_000
// Spreads clients that were refused at the same moment.
const MAX_RETRY_AFTER_JITTER_MS = 500

/** What happened to a call so far. */
export interface Attempts {
  /** Attempts without a response or with a 5xx. */
  failures: number
  /** Attempts that the API refused without executing them: 429, or the first request still runs. */
  refusals: number
}

/** True when a second request cannot have a second effect: a GET, or a request with an Idempotency-Key. */
function isRepeatable(method: string, idempotencyKey: string | undefined): boolean {
  return method === 'GET' || idempotencyKey !== undefined
}

/** True for a refusal that is over by itself; the request had no effect, so any method may be repeated. */
export function isRefusal({ status, code }: JobBoardError): boolean {
  return status === 429 || code === 'idempotency_in_progress'
}

/** True for a failure that leaves the effect uncertain and that a repeated request may not have. */
export function isTransient(error: JobBoardError): boolean {
  return error instanceof ServerError || error instanceof ConnectionError || error instanceof TimeoutError
}

/** Milliseconds before the next attempt: exponential with jitter, and never less than `Retry-After`. */
export function delayBefore(error: JobBoardError, { failures, refusals }: Attempts, random: number): number {
  if (error.retryAfter !== undefined) return error.retryAfter * 1_000 + random * MAX_RETRY_AFTER_JITTER_MS
  const limit = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures + refusals - 1))
  return limit / 2 + (random * limit) / 2
}

// Timers fire at once above this, about 25 days.
const MAX_TIMER_MS = 2 ** 31 - 1

/** Waits, at most 25 days; rejects with the reason of the signal when it aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(milliseconds, MAX_TIMER_MS),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
