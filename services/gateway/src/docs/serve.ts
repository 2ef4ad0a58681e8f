import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import type { FastifyInstance } from 'fastify'

const types = { html: 'text/html', css: 'text/css', js: 'text/javascript' }
const files = [
  'page.html',
  'base.css',
  'page.css',
  'page.js',
  'element.js',
  'schema.js',
  'operation.js',
  'request.js',
  'words.js',
]

// Everything comes from here, nothing runs inline, and no other site may frame the page: a key is typed into it.
const safety = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/** `/openapi.json`, and `/docs` to read it and to try calls; both without a key (D-65). */
export function addDocs(app: FastifyInstance): void {
  const document = `${JSON.stringify(printOpenApi(), null, 2)}\n`
  add(app, '/openapi.json', 'application/json', Buffer.from(document))
  for (const file of files) {
    const path = file === 'page.html' ? '/docs' : `/docs/${file}`
    const type = types[file.slice(file.lastIndexOf('.') + 1) as keyof typeof types]
    add(app, path, type, readFileSync(new URL(file, import.meta.url)))
  }
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 308))
}

function add(app: FastifyInstance, path: string, type: string, bytes: Buffer): void {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  app.get(path, (request, reply) => {
    reply.headers({ ...safety, etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(`${type}; charset=utf-8`).send(bytes)
  })
}
