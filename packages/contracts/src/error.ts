/** Every error code of the API and its status (Spec §7, D-02). v1 is frozen: add codes, never change one. */
export const errorStatus = {
  invalid_request: 400,
  invalid_query: 400,
  invalid_state: 400,
  confirmation_required: 400,
  unauthorized: 401,
  no_credits: 402,
  insufficient_scope: 403,
  unattributable: 403,
  not_author: 403,
  consent_required: 403,
  screening_incomplete: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_applied: 409,
  already_exists: 409,
  // No longer sent (D-69); a replica of the release before sends it.
  application_withdrawn: 409,
  limit_reached: 409,
  already_rotated: 409,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  daily_apply_limit: 429,
  internal_error: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** One invalid field, for clients that accept `application/problem+json` (D-03). */
export interface FieldError {
  /** JSON Pointer into the body, or `#query/name` for a query parameter. */
  pointer: string
  reason: string
}

/** The only error that is sent to clients unchanged. `message` says which field, why, and what to do next. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly headers: Record<string, string>
  readonly fields: FieldError[]

  constructor(
    code: ErrorCode,
    message: string,
    extra: { headers?: Record<string, string>; fields?: FieldError[] } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.headers = extra.headers ?? {}
    this.fields = extra.fields ?? []
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** The message of the only 404. */
export const NOT_FOUND = 'There is no such object here.'

/** The only 404: byte-identical for a missing object and for another owner's object (D-19). */
export function notFound(): ApiError {
  return new ApiError('not_found', NOT_FOUND)
}

/** 503: a required part of the system is unreachable; the same call may succeed later. */
export function unavailable(what: string): ApiError {
  return new ApiError('unavailable', `${what} cannot be reached right now; try again.`, {
    headers: { 'retry-after': '1' },
  })
}
