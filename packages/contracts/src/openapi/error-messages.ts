import type { ErrorCode } from '../error.ts'
import { NOT_FOUND } from '../error.ts'

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
