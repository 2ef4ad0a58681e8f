import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

// What is not a page runs nothing, if a browser opens it as one.
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'"

/** A response body that is the same for everybody. */
export interface StaticFile {
  /** Of the text, in UTF-8. */
  mediaType: string
  content: string | Buffer
  /** Content-Security-Policy of a page. */
  policy?: string
}

/** Serves the file at this path, with an ETag. */
export function serveFile(app: FastifyInstance, path: string, file: StaticFile): void {
  const content = Buffer.from(file.content)
  const etag = etagOf(content)
  app.get(path, (request, reply) => {
    setHeaders(reply, { etag, mediaType: file.mediaType, policy: file.policy })
    return isCached(request, etag) ? reply.code(304).send() : reply.send(content)
  })
}

/** Sets the headers that every response of this package has. */
export function setHeaders(
  reply: FastifyReply,
  { etag, mediaType, policy = NO_PAGE }: { etag: string; mediaType: string; policy?: string | undefined },
): void {
  reply.headers({ ...securityHeaders, 'content-security-policy': policy, etag })
  reply.type(`${mediaType}; charset=utf-8`)
}

/** True when the client has this version: 304. */
export function isCached(request: FastifyRequest, etag: string): boolean {
  return request.headers['if-none-match'] === etag
}

/** The version of a content. */
export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}
