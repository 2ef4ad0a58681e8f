import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import { type ErrorCode, errorStatus, NOT_FOUND } from '../error.ts'

/** A message of each error code, for examples. An endpoint states its own in `refusals`. */
export const exampleMessages: Record<ErrorCode, string> = {
  invalid_request: 'Idempotency-Key: must have 1 to 255 characters.',
  invalid_query: "query: Write a term after 'AND', or quote it to find the word (position 6).",
  invalid_state: 'The job is Closed; only a Draft or Active job can be changed.',
  confirmation_required: 'confirm: must be true to apply; nothing was submitted. Send "confirm": true.',
  unauthorized: '',
  no_credits:
    'No JobPosting credits are left. Buy JobPosting credits in the employer portal or ask your account manager, then try again.',
  insufficient_scope: 'This key lacks the scope JobPosting.',
  unattributable: 'This key has no user to record as the author; use a key that was minted for a user.',
  not_author: 'Only the author may change or delete this note.',
  consent_required:
    'Your consent to data processing lapsed at 2026-03-01T09:00:00.000Z; renew it with PUT /api/v1/me/consent or in the portal.',
  screening_incomplete: 'screeningAnswers: question 7 needs an answer.',
  not_found: NOT_FOUND,
  method_not_allowed: 'PATCH is not allowed here; allowed: GET, PUT.',
  already_applied: 'jobId: you have already applied to this job.',
  already_exists: 'email: candidate 12 has this address; change that candidate instead of creating another.',
  application_withdrawn: 'No longer sent: an application can be moved after its candidate has withdrawn it.',
  limit_reached: 'You have 20 webhook subscriptions, the limit is 20; delete one first, or change one.',
  already_rotated:
    'This key was rotated before and is replaced by key 9. Use that one; if its text was lost, repeat the rotation with the same Idempotency-Key, or ask for a new key.',
  idempotency_in_progress:
    'Idempotency-Key: the first request with this key is still running; retry in 1 second.',
  precondition_failed:
    'If-Match: the object has changed and its ETag is now "x3VGz1mJ0b1mN8q2rT5uYw"; read it again and repeat your change.',
  payload_too_large: 'The body has more than 1 MiB.',
  unsupported_media_type: 'Send the body as application/json in UTF-8.',
  idempotency_key_reused:
    'Idempotency-Key: was used for another request in the last 24 hours; use a new key.',
  rate_limited: 'This key has made 100 jobs requests within a minute; try again in 12 s.',
  daily_apply_limit: 'You have applied to 10 jobs today; the next apply is possible after 00:00 UTC.',
  internal_error: 'Internal error; try again, and report the X-Request-Id if it persists.',
  unavailable: 'The accounts service cannot be reached right now; try again.',
}

/** Meaning of each error code, and what to do about it. */
export const meanings: Record<ErrorCode, string> = {
  invalid_request:
    'The body, a query parameter or a header is invalid; `message` names the field and the rule.',
  invalid_query:
    'The boolean query cannot be parsed; `message` has the position of the first wrong character.',
  invalid_state: 'The state of the object does not allow this operation; `message` names the state.',
  confirmation_required: 'The request was sent without `confirm: true`; nothing was submitted or erased.',
  unauthorized:
    'The key is missing, unknown, expired, revoked, not yet approved or of the wrong kind. The body is empty.',
  no_credits: 'No credit is left of the kind that this call costs; nothing was debited.',
  insufficient_scope: 'The key is valid but lacks the scope.',
  unattributable: 'The operation records its author, and the key has no user.',
  not_author: 'Only the author may change this object.',
  consent_required: "The candidate's consent to data processing has expired.",
  screening_incomplete: 'A required screening question has no answer, or an answer has the wrong type.',
  not_found: 'The object does not exist or belongs to another owner; both cases get the same response.',
  method_not_allowed: 'The path does not support this method; `Allow` lists the methods it supports.',
  already_applied: 'The candidate has already applied to this job.',
  already_exists: 'Another object has this value; `message` names the field and the object.',
  application_withdrawn:
    'Deprecated, no longer sent: an application can be moved after its candidate has withdrawn it.',
  limit_reached: 'There are as many objects as there may be; `message` names the limit and the next step.',
  already_rotated: 'The key was rotated before; `message` names the key that replaces it.',
  idempotency_in_progress:
    'The first request with this `Idempotency-Key` is still running; retry later with the same key.',
  precondition_failed:
    'The object was changed since the `ETag` in `If-Match`; read it again before you change it.',
  payload_too_large: 'The body is larger than 1 MiB.',
  unsupported_media_type:
    'The `Content-Type` is not JSON in UTF-8, or the body is compressed; `Accept-Encoding` then says `identity`.',
  idempotency_key_reused: 'This `Idempotency-Key` was used for a different request in the last 24 hours.',
  rate_limited:
    'Too many requests within a minute, or a daily budget of bytes or new keys is used up; retry after `Retry-After` seconds.',
  daily_apply_limit: "The candidate's applications for today are used up; retry after `Retry-After` seconds.",
  internal_error: 'An unexpected error on our side; retry, and report the `X-Request-Id` if it persists.',
  unavailable: 'A part of the service is temporarily unavailable; retry after `Retry-After` seconds.',
}

/** The error codes of an endpoint by status: those that follow from its shape, its own `errors` and `refusals`. */
export function errorCodesOf(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const { plane, method, params, body, cost, recordsAuthor, scopes = [], errors = [] } = endpoint
  const codes: ErrorCode[] = ['invalid_request', 'unauthorized']
  if (plane === 'public') codes.push('rate_limited')
  if (cost) codes.push('no_credits')
  if (scopes.length > 0) codes.push('insufficient_scope')
  if (recordsAuthor) codes.push('unattributable')
  if (params || endpoint.isOfSandbox) codes.push('not_found')
  if (endpoint.hasEtag && method === 'PUT') codes.push('precondition_failed')
  if (body && method !== 'GET') codes.push('payload_too_large', 'unsupported_media_type')
  if (acceptsIdempotencyKey(endpoint)) codes.push('idempotency_in_progress', 'idempotency_key_reused')
  const refused = Object.keys(endpoint.refusals ?? {}) as ErrorCode[]
  codes.push(...errors, ...refused, 'internal_error', 'unavailable')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes.sort(byStatusThenTable))) {
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  }
  return byStatus
}

const tableOrder = Object.keys(errorStatus)

function byStatusThenTable(a: ErrorCode, b: ErrorCode): number {
  return errorStatus[a] - errorStatus[b] || tableOrder.indexOf(a) - tableOrder.indexOf(b)
}
