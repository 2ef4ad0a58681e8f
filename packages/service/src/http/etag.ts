import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '@jobboard/contracts/error'
import type { Reply } from './route.ts'

/** The ETag of a response body: a hash, so equal bodies have equal ETags, in whatever order their fields are (D-61). */
export function etagOf(body: unknown): string {
  const text = JSON.stringify(body, (_, value) => (isObject(value) ? inOrderOfNames(value) : value))
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Postgres keeps the fields of a jsonb in an order of its own.
function inOrderOfNames(object: object): object {
  return Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The reply with its ETag, or 304 without a body when `If-None-Match` matches (D-61). */
export function withEtag<Body>(headers: IncomingHttpHeaders, body: Body): Reply<Body> {
  const etag = etagOf(body)
  const names = headers['if-none-match']?.split(',').map((name) => name.trim()) ?? []
  const matches = names.some((name) => name === '*' || name.replace(/^W\//, '') === etag)
  return matches ? { status: 304, headers: { etag } } : { body, headers: { etag } }
}

/** Throws precondition_failed when `If-Match` is sent and does not match this body (D-61). Nothing matches undefined, an
 * object that does not exist. */
export function checkMatch(headers: IncomingHttpHeaders, body: unknown): void {
  const expected = readIfMatch(headers)
  if (expected === undefined) return
  if (body === undefined) {
    throw new ApiError(
      'precondition_failed',
      'If-Match: the object does not exist; send the request without If-Match to create it.',
    )
  }
  const etag = etagOf(body)
  if (expected === '*' || expected.includes(etag)) return
  if (expected.every((one) => one.startsWith('W/'))) {
    throw new ApiError(
      'precondition_failed',
      `If-Match: a weak ETag (W/) never matches; the ETag of the object is now ${etag}.`,
    )
  }
  throw new ApiError(
    'precondition_failed',
    `If-Match: the object has changed and its ETag is now ${etag}; read it again and repeat your change.`,
  )
}

/** The ETags of `If-Match`; undefined when it is not sent. Throws invalid_request when it is not `*` or a list of ETags
 * (RFC 9110 §13.1.1). */
export function readIfMatch(headers: IncomingHttpHeaders): '*' | string[] | undefined {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return header
  const tags: string[] = []
  ENTITY_TAG.lastIndex = 0
  while (ENTITY_TAG.lastIndex < header.length) {
    const found = ENTITY_TAG.exec(header)
    if (!found) throw malformedIfMatch()
    tags.push(found.groups!.tag!)
  }
  if (tags.length === 0) throw malformedIfMatch()
  return tags
}

/** One ETag of a list, up to the next one. */
const ENTITY_TAG = /(?<tag>(?:W\/)?"[!#-~\x80-\xff]*")[ \t]*(?:,[ \t,]*|$)/y

function malformedIfMatch(): ApiError {
  return new ApiError(
    'invalid_request',
    'If-Match: must be * or ETags in their double quotes, such as "x3VGz1mJ0b1mN8q2rT5uYw"; send the ETag of a response as it is.',
  )
}
