import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'

const folder = new URL('./page/', import.meta.url)
const mediaTypes: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
}

// The reader types an API key into the page: only its own files run, nothing inline, and no other site may frame it.
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/** Registers `/openapi.json` with this OpenAPI 3.1 document and `/docs`, a page to read it and to send requests to the same
 * server. Neither needs an API key (D-65). Reads the page's files once, now. */
export function registerApiReference(app: FastifyInstance, { document }: { document: object }): void {
  serve(app, '/openapi.json', 'application/json', Buffer.from(`${JSON.stringify(document, null, 2)}\n`))
  for (const file of readdirSync(folder)) {
    const mediaType = mediaTypes[extname(file)]
    const path = file === 'page.html' ? '/docs' : `/docs/${file}`
    if (mediaType) serve(app, path, mediaType, readFileSync(new URL(file, folder)))
  }
  // The page refers to its files by relative URLs, which resolve only without the final slash.
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 308))
}

function serve(app: FastifyInstance, path: string, mediaType: string, content: Buffer): void {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  app.get(path, (request, reply) => {
    reply.headers({ ...securityHeaders, etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(`${mediaType}; charset=utf-8`).send(content)
  })
}
