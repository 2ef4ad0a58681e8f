import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../limits.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** How a key is sent (Spec §5); one of the two. */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: '`Authorization: Bearer pk_live_...` or `ck_live_...`; preferred',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The same key in another header' },
}

/** Headers of answers, by their names on the wire. */
export const headers = {
  'X-Request-Id': { description: 'Names this request; tell it when you ask for help', schema: text },
  'RateLimit-Policy': {
    description: 'Family, quota and window in seconds: `"jobs";q=100;w=60`',
    schema: text,
  },
  RateLimit: {
    description: 'What is left, and the seconds until all of it is back: `"jobs";r=97;t=42`',
    schema: text,
  },
  'X-RateLimit-Limit': { description: 'Requests per minute', schema: count },
  'X-RateLimit-Remaining': { description: 'Requests left', schema: count },
  'X-RateLimit-Reset': { description: 'Seconds from now until all of the quota is back', schema: count },
  'Retry-After': { description: 'Seconds after which to try again', schema: count },
  'WWW-Authenticate': { description: 'Always `Bearer`', schema: text },
  ETag: { description: 'Names the state of this object, for `If-None-Match` and `If-Match`', schema: text },
  'X-Credits-Cost': { description: 'Credits this call has cost', schema: count },
  'X-Credits-Remaining': { description: 'Credits left of the kind that this call costs', schema: count },
  'Idempotency-Replayed': {
    description: '`true` when this is the stored answer of an earlier request',
    schema: { type: 'string', enum: ['true'] },
  },
}
export type HeaderName = keyof typeof headers

/** Headers of requests. */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes a repetition safe: the same key and request get the stored answer for 24 hours',
    schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` you have: 304 without a body when nothing has changed',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` you have read: 412 when somebody else was faster',
    schema: text,
  },
}

/** The error envelope (Spec §7): exactly these two fields, frozen. And problem details, on request only (D-03). */
export const errorSchemas = {
  Error: {
    type: 'object',
    properties: {
      code: { type: 'string', description: 'For programs; new codes may appear' },
      message: { type: 'string', description: 'For people: which field, why, and what to do' },
    },
    required: ['code', 'message'],
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457, with `Accept: application/problem+json`',
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
