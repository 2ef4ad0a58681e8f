import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_QUERY_HEADER_LENGTH } from '../limits.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** How a request shows who sends it, by plane. Of the two ways to send a key (Spec §5) it uses one. */
export const securitySchemes = {
  public: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        '`Authorization: Bearer <key>`; preferred. Recruiter keys start with `pk_live_`, candidate keys with `ck_live_`.',
    },
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description: 'The same key, sent in the `X-Api-Key` header.',
    },
  },
  admin: {
    adminToken: {
      type: 'http',
      scheme: 'bearer',
      description: '`Authorization: Bearer <ADMIN_TOKEN>`, the token that the gateway was started with.',
    },
  },
}

const header = <T>(description: string, example: T, schema: object = text) => ({
  description,
  schema,
  example,
})

/** Response headers by name. */
export const headers = {
  'X-Request-Id': header(
    'Id of this request; quote it when you contact support.',
    '0b7d1c2e-58f4-4f6e-9d0a-7a3c5f1e2b90',
  ),
  'RateLimit-Policy': header(
    'Limit family, requests per window (`q`) and window in seconds (`w`).',
    '"jobs";q=100;w=60',
  ),
  RateLimit: header(
    'Limit family, requests left (`r`), and seconds until the full quota is available again (`t`).',
    '"jobs";r=97;t=42',
  ),
  'X-RateLimit-Limit': header('Requests per minute.', 100, count),
  'X-RateLimit-Remaining': header('Requests left now.', 97, count),
  'X-RateLimit-Reset': header('Seconds until the full quota is available again.', 42, count),
  'Retry-After': header('Seconds to wait before the next try.', 12, count),
  'WWW-Authenticate': header('Always `Bearer`.', 'Bearer'),
  ETag: header(
    'Version of this object, to send in `If-None-Match` or `If-Match`.',
    '"x3VGz1mJ0b1mN8q2rT5uYw"',
  ),
  Vary: header('`Accept`: it selects the representation.', 'Accept'),
  Link: header(
    '`<...>; rel="next"` of a list: address of the next page; absent on the last one. `<...>; rel="help"` of an error: address of what the guide says about its code.',
    '</api/v1/me/jobs?limit=50&cursor=MTc3MjM1OTUwMDAwMC43>; rel="next"',
  ),
  'X-Credits-Cost': header(
    'Credits that this call cost: 0 for a refusal, a replay and a free read.',
    1,
    count,
  ),
  'X-Credits-Remaining': header(
    'Credits left now, of the kind that this call costs. Absent where the balance could not be read: 401, some 5xx.',
    41,
    count,
  ),
  'X-Query-Normalized': header(
    `The query as it was evaluated: AND written out, without case, diacritics and redundant parentheses; characters other than ASCII are percent-encoded as UTF-8. Decoded, it is a query with the same result. Absent when it would be longer than ${MAX_QUERY_HEADER_LENGTH} characters.`,
    '(baker OR "pastry chef") AND sourdough AND NOT intern*',
    { type: 'string', maxLength: MAX_QUERY_HEADER_LENGTH },
  ),
  'Preference-Applied': header(
    'The preferences of the request that were applied, separated by commas: `dry-run` when this is the result of a dry run, and nothing was done; `handling=strict` when unknown fields of the body are refused. Absent when none was.',
    'dry-run',
  ),
  'X-Ignored-Fields': header(
    `Fields of the body that this operation does not have, separated by commas; they had no effect. A nested field is named with its path, \`employmentHistory.0.tilte\`; other characters than letters, digits and \`-_.!~*'()\` are percent-encoded. At most 20. Absent when there is none.`,
    'employementType',
    { type: 'string', maxLength: 1_024 },
  ),
  'Idempotency-Replayed': header(
    '`true` when this is the stored response to an earlier request with the same `Idempotency-Key`; absent otherwise.',
    'true',
    { type: 'string', enum: ['true'] },
  ),
}
export type HeaderName = keyof typeof headers

/** Request headers. They have no examples: the reference at `/docs` would send them with each request, the same
 * `Idempotency-Key` every time. */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Makes a retry safe: for ${IDEMPOTENCY_HOURS} hours the same key with the same request returns the stored response. A new unique value, such as a UUID, for each operation; it belongs to your employer or candidate, the method and the path. Stored are 2xx, and the refusals \`invalid_state\`, \`not_found\` and \`already_applied\`.`,
    schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
  },
  PreferDryRun: {
    name: 'Prefer',
    in: 'header',
    description:
      '`dry-run`: report what the call would cost and whether it would succeed, without any effect. Success is 200 with a `DryRunResult`, a refusal is the error that the call itself would return. With a body also `handling=strict`: refuse unknown fields.',
    schema: text,
  },
  PreferHandling: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict`: refuse a body with a field that this operation does not have, 400 `invalid_request` with the nearest one, and do nothing. Absent: the field is ignored and named in `X-Ignored-Fields`.',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` you have: 304 without a body if the object has not changed since.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` you have read: 412 if the object was changed in the meantime. Absent: the change is made in any case.',
    schema: text,
  },
}

const code = { type: 'string', description: 'For programs. New codes may be added.' }

/** The error envelope (Spec §7), frozen with exactly these two fields, and problem details, sent on request
 * (D-03). */
export const errorSchemas = {
  Error: {
    type: 'object',
    description: 'The body of every 4xx other than 401, and of every 5xx.',
    properties: {
      code,
      message: { type: 'string', description: 'For people: which field is wrong, why, and what to do.' },
    },
    required: ['code', 'message'],
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457, returned with `Accept: application/problem+json`.',
    properties: {
      type: { type: 'string', description: 'Always `about:blank`.' },
      title: { type: 'string', description: 'The reason phrase of the status, such as `Not Found`.' },
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: { type: 'string', description: 'For people, as `message` of the error envelope.' },
      code,
      errors: {
        type: 'array',
        description: 'The invalid fields; empty if none is.',
        items: {
          type: 'object',
          properties: {
            pointer: { type: 'string', description: 'JSON Pointer into the body, or `#query/name`.' },
            reason: { type: 'string', description: 'What is wrong with the field.' },
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
