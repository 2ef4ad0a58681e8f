import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '@jobboard/contracts/error'
import type { Reply } from './route.ts'

/** The ETag of a response body: a hash, so equal bodies have equal ETags (D-61). */
export function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
}

/** The reply with its ETag, or 304 without a body when `If-None-Match` matches (D-61). */
export function withEtag<Body>(headers: IncomingHttpHeaders, body: Body): Reply<Body> {
  const etag = etagOf(body)
  const matches = names(headers['if-none-match']).some(
    (name) => name === '*' || name.replace(/^W\//, '') === etag,
  )
  return matches ? { status: 304, headers: { etag } } : { body, headers: { etag } }
}

/** Throws precondition_failed when `If-Match` is sent and does not match this body (D-61). Nothing matches undefined, an
 * object that does not exist. */
export function checkMatch(headers: IncomingHttpHeaders, body: unknown): void {
  const expected = names(headers['if-match'])
  if (expected.length === 0) return
  if (body === undefined) {
    throw new ApiError(
      'precondition_failed',
      'If-Match: the object does not exist; send the request without If-Match to create it.',
    )
  }
  const etag = etagOf(body)
  if (expected.some((name) => name === '*' || name === etag)) return
  throw new ApiError(
    'precondition_failed',
    `If-Match: the object has changed and its ETag is now ${etag}; read it again and repeat your change.`,
  )
}

function names(header: string | undefined): string[] {
  return header === undefined ? [] : header.split(',').map((name) => name.trim())
}
