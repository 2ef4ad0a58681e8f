import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../limits.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** The two ways to send a key (Spec §5); a request uses one of them. */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      '`Authorization: Bearer <key>`; preferred. Recruiter keys start with `pk_live_`, candidate keys with `ck_live_`',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'The same key, sent in the `X-Api-Key` header',
  },
}

/** Response headers by name. */
export const headers = {
  'X-Request-Id': { description: 'Id of this request; quote it when you contact support', schema: text },
  'RateLimit-Policy': {
    description: 'Limit family, requests per window and window in seconds: `"jobs";q=100;w=60`',
    schema: text,
  },
  RateLimit: {
    description: 'Requests left, and seconds until the full quota is available again: `"jobs";r=97;t=42`',
    schema: text,
  },
  'X-RateLimit-Limit': { description: 'Requests per minute', schema: count },
  'X-RateLimit-Remaining': { description: 'Requests left now', schema: count },
  'X-RateLimit-Reset': { description: 'Seconds until the full quota is available again', schema: count },
  'Retry-After': { description: 'Seconds to wait before the next try', schema: count },
  'WWW-Authenticate': { description: 'Always `Bearer`', schema: text },
  ETag: { description: 'Version of this object, to send in `If-None-Match` or `If-Match`', schema: text },
  'X-Credits-Cost': { description: 'Credits that this call cost', schema: count },
  'X-Credits-Remaining': { description: 'Credits left, of the kind that this call costs', schema: count },
  'Idempotency-Replayed': {
    description:
      '`true` when this is the stored response to an earlier request with the same `Idempotency-Key`',
    schema: { type: 'string', enum: ['true'] },
  },
}
export type HeaderName = keyof typeof headers

/** Request headers. */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a retry safe: for 24 hours the same key with the same request returns the stored response',
    schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
  },
  PreferDryRun: {
    name: 'Prefer',
    in: 'header',
    description:
      '`dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` you have: 304 without a body if the object has not changed since',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` you have read: 412 if the object was changed in the meantime',
    schema: text,
  },
}

/** The error envelope (Spec §7), frozen with exactly these two fields, and problem details, sent on request
 * (D-03). */
export const errorSchemas = {
  Error: {
    type: 'object',
    properties: {
      code: { type: 'string', description: 'For programs. New codes may be added' },
      message: { type: 'string', description: 'For people: which field is wrong, why, and what to do' },
    },
    required: ['code', 'message'],
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457, returned with `Accept: application/problem+json`',
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      detail: text,
      code: text,
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            pointer: { type: 'string', description: 'JSON Pointer into the body, or `#query/name`' },
            reason: text,
          },
          required: ['pointer', 'reason'],
        },
      },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'errors'],
  },
}

/** A reference into the document's components. */
export function ref(
  kind: 'schemas' | 'responses' | 'headers' | 'parameters',
  name: string,
): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}
