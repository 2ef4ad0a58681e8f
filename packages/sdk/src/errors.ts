/** One invalid field of a request. */
export interface FieldError {
  /** JSON Pointer into the body, or `#query/name`. */
  pointer: string
  reason: string
}

/** What an error is made of; parts that the response did not have are undefined. */
export interface ErrorParts {
  message: string
  status?: number | undefined
  code?: string | undefined
  details?: FieldError[] | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  idempotencyKey?: string | undefined
  helpUrl?: string | undefined
  cause?: unknown
}

/** Every failure of a call, except an abort by the caller's own signal. Branch on the class or on `code`. */
export class JobBoardError extends Error {
  override name = 'JobBoardError'
  /** HTTP status; undefined when no response was received. */
  readonly status: number | undefined
  /** Error code of the API, such as `invalid_state`. New codes may be added. */
  readonly code: string
  /** Invalid fields, when the API named them. */
  readonly details: FieldError[]
  /** `X-Request-Id` of the response: quote it to support. */
  readonly requestId: string | undefined
  /** Seconds after which the call may succeed, if the API said so. */
  readonly retryAfter: number | undefined
  /** The `Idempotency-Key` of the call: repeating the call with it has no second effect. */
  readonly idempotencyKey: string | undefined
  /** The page that explains the error and what to do, when the response links to one. */
  readonly helpUrl: string | undefined

  constructor(parts: ErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.status = parts.status
    this.code = parts.code ?? 'unknown'
    this.details = parts.details ?? []
    this.requestId = parts.requestId
    this.retryAfter = parts.retryAfterSeconds
    this.idempotencyKey = parts.idempotencyKey
    this.helpUrl = parts.helpUrl
  }

  /** Name of the first invalid field, such as `title` or `screeningAnswers.0.questionId`. */
  get field(): string | undefined {
    return this.details[0]?.pointer.replace(/^(#query)?\//, '').replaceAll('/', '.')
  }
}

/** 400, 405, 413, 415: the request is invalid. `field` and `details` say where. */
export class InvalidRequestError extends JobBoardError {
  override name = 'InvalidRequestError'
}

/** 400 `invalid_state`: the state of the object does not allow the operation. */
export class InvalidStateError extends JobBoardError {
  override name = 'InvalidStateError'
}

/** 401: the API key is not accepted. The response has no body and no reason. */
export class AuthenticationError extends JobBoardError {
  override name = 'AuthenticationError'
}

/** 402: no credit is left of the kind that the call costs. */
export class NoCreditsError extends JobBoardError {
  override name = 'NoCreditsError'
}

/** 403: the key is valid, but this call is not allowed; `code` has the reason. */
export class PermissionError extends JobBoardError {
  override name = 'PermissionError'
}

/** 404: the object does not exist or belongs to another owner. */
export class NotFoundError extends JobBoardError {
  override name = 'NotFoundError'
}

/** 409: `already_applied`, or `idempotency_in_progress` until the deadline. */
export class ConflictError extends JobBoardError {
  override name = 'ConflictError'
}

/** 412: the object changed since the `ETag` in `ifMatch`; read it again. */
export class PreconditionFailedError extends JobBoardError {
  override name = 'PreconditionFailedError'
}

/** 422: the `Idempotency-Key` was used for a different request in the last 24 hours. */
export class IdempotencyKeyReusedError extends JobBoardError {
  override name = 'IdempotencyKeyReusedError'
}

/** 429: `rate_limited`, or `daily_apply_limit`; `retryAfter` has the seconds. */
export class RateLimitError extends JobBoardError {
  override name = 'RateLimitError'
}

/** 5xx: transient, and its effect is uncertain unless the call is repeated with its `idempotencyKey`. */
export class ServerError extends JobBoardError {
  override name = 'ServerError'
}

/** No response: the connection could not be made, or broke. The request may have had its effect. */
export class ConnectionError extends JobBoardError {
  override name = 'ConnectionError'
}

/** No response within `timeoutMs` or the deadline. The request may have had its effect. */
export class TimeoutError extends JobBoardError {
  override name = 'TimeoutError'
}
