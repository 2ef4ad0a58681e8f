import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import { type ErrorCode, errorStatus } from '../error.ts'

/** What each code means and what to do about it. */
export const meanings: Record<ErrorCode, string> = {
  invalid_request:
    'The body, a query parameter or a header is wrong; `message` names the field and the rule.',
  invalid_query: 'The boolean query cannot be read; `message` has the position of the first wrong character.',
  invalid_state: 'The object is in a state that does not allow this; `message` names the state.',
  confirmation_required: 'An apply was sent without `confirm: true`; nothing was submitted.',
  unauthorized:
    'The key is missing, unknown, expired, revoked, not yet approved or of the other kind. The body is empty.',
  no_credits: 'No credit of the kind that this call costs is left; nothing was consumed.',
  insufficient_scope: 'The key is good but lacks the scope.',
  unattributable: 'The key has no user, and this writes in the name of one.',
  not_author: 'Only the author may change this.',
  consent_required: "The candidate's consent to data processing has lapsed.",
  screening_incomplete: 'A required screening question is unanswered, or an answer has the wrong type.',
  not_found: 'There is no such object, or it belongs to somebody else; the two cannot be told apart.',
  method_not_allowed: 'The path does not know this method; `Allow` lists the ones it knows.',
  already_applied: 'The candidate has already applied to this job.',
  idempotency_in_progress: 'The first request with this `Idempotency-Key` is still running.',
  precondition_failed: 'The object has changed since the `ETag` that `If-Match` names.',
  payload_too_large: 'The body has more than 1 MiB.',
  unsupported_media_type: 'The body is not sent as JSON in UTF-8.',
  idempotency_key_reused: 'This `Idempotency-Key` was used for another request in the last 24 hours.',
  rate_limited: 'Too many requests within a minute; try again after `Retry-After` seconds.',
  daily_apply_limit: "The day's applies are used up; try again after `Retry-After` seconds.",
  internal_error: 'Something went wrong on our side; try again, and tell us the `X-Request-Id`.',
  unavailable: 'A part of the service cannot be reached right now; try again after `Retry-After` seconds.',
}

/** The codes an endpoint can refuse with, by status: what its shape implies, and its own `errors`. */
export function refusalsOf(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const { method, params, query, body, cost, scopes = [], errors = [] } = endpoint
  const codes: ErrorCode[] = ['unauthorized', 'rate_limited']
  if (query || body || acceptsIdempotencyKey(endpoint)) codes.push('invalid_request')
  if (cost) codes.push('no_credits')
  if (scopes.length > 0) codes.push('insufficient_scope')
  if (params) codes.push('not_found')
  if (body && method !== 'GET') codes.push('payload_too_large', 'unsupported_media_type')
  if (acceptsIdempotencyKey(endpoint)) codes.push('idempotency_in_progress', 'idempotency_key_reused')
  codes.push(...errors, 'internal_error', 'unavailable')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes.sort(byStatusThenPlace))) {
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  }
  return byStatus
}

const places = Object.keys(errorStatus)

function byStatusThenPlace(a: ErrorCode, b: ErrorCode): number {
  return errorStatus[a] - errorStatus[b] || places.indexOf(a) - places.indexOf(b)
}
