import { ConnectionError, type JobBoardError, ServerError, TimeoutError } from '../errors.ts'

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
export function isRepeatable(method: string, idempotencyKey: string | undefined): boolean {
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
