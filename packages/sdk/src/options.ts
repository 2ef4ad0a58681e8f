import type { JobBoardError } from './errors.ts'

/** `fetch`, or a function that stands in for it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A retry that is about to wait. */
export interface RetryInfo {
  error: JobBoardError
  /** The number of attempts so far. */
  attempts: number
  delayMs: number
}

/** Limits of a call. */
export interface CallLimits {
  /** Milliseconds for one attempt, its body included. Default: 30 000. */
  timeoutMs?: number
  /** Milliseconds for the whole call with its retries and waits. Default: 120 000. */
  deadlineMs?: number
  /** Retries after a lost connection, a time-out or a 5xx. Default: 4. Waiting for a rate limit does not count. */
  maxRetries?: number
}

/** Settings of a client. */
export interface ClientOptions extends CallLimits {
  /** Recruiter key (`pk_live_...`) or candidate key (`ck_live_...`), or one of a sandbox (`pk_test_...`, `ck_test_...`). */
  apiKey: string
  /** Origin of the API, such as `https://api.example.com`. A `/api/v1` or a slash at its end is ignored. */
  baseUrl: string
  /** Sends `Prefer: handling=strict` with each body: a field that the API does not know is 400 and not ignored, and
   * nothing is stored or paid. Default: true unless the variable `NODE_ENV` is `production`. */
  strict?: boolean
  /** Stands in for the global `fetch`. */
  fetch?: Fetch
  /** Called before each wait for a retry. */
  onRetry?: (info: RetryInfo) => void
  /** Headers of every request. */
  headers?: Record<string, string>
}

/** Settings of one call. */
export interface CallOptions extends CallLimits {
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** Settings of a POST or DELETE. */
export interface WriteOptions extends CallOptions {
  /** 1 to 255 characters; default: a random one per call. Pass your own to repeat a call over process restarts. */
  idempotencyKey?: string
}

/** Settings of a PUT that can be conditional. */
export interface UpdateOptions extends CallOptions {
  /** The `etag` that was read: 412 if the object changed since. */
  ifMatch?: string
}

/** Everything that a call may be given. */
export type AnyOptions = WriteOptions & UpdateOptions

export const defaults = { timeoutMs: 30_000, deadlineMs: 120_000, maxRetries: 4 } as const
