import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '@jobboard/contracts/error'
import type { Reply } from './route.ts'

/** The ETag of an answer: the same body has the same one (D-61). */
export function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
}

/** The answer with its ETag, or 304 without a body when `If-None-Match` names it (D-61). */
export function withEtag<Body>(headers: IncomingHttpHeaders, body: Body): Reply<Body> {
  const etag = etagOf(body)
  const known = names(headers['if-none-match']).some(
    (name) => name === '*' || name.replace(/^W\//, '') === etag,
  )
  return known ? { status: 304, headers: { etag } } : { body, headers: { etag } }
}

/** Throws precondition_failed when `If-Match` is sent and names another state than this body (D-61). */
export function checkMatch(headers: IncomingHttpHeaders, body: unknown): void {
  const etag = etagOf(body)
  const wanted = names(headers['if-match'])
  if (wanted.length === 0 || wanted.some((name) => name === '*' || name === etag)) return
  throw new ApiError(
    'precondition_failed',
    `If-Match: the object has changed and its ETag is now ${etag}; read it again and repeat your change.`,
  )
}

function names(header: string | undefined): string[] {
  return header === undefined ? [] : header.split(',').map((name) => name.trim())
}
