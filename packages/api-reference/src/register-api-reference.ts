import { readFileSync } from 'node:fs'
import type { ApiReferenceConfiguration } from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import type { Guide } from './guides/read-guides.ts'
import { escapeHtml } from './html.ts'
import { etagOf, isCached, keep, runProgram, serveFile, setHeaders } from './static-file.ts'

// The reader types an API key into the page: only our files run, requests stay on this origin, and no other site
// may frame it. Scalar sets style attributes and adds `<style>` elements, so inline styles are allowed.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const DAY_MS = 86_400_000

/** Registers `/openapi.json` with the document of the present day, and `/docs`, where Scalar shows it and sends requests
 * to the same origin. Neither needs an API key (D-65). The sidebar lists the guides. */
export function registerApiReference(
  app: FastifyInstance,
  { document, documentAt, guides }: ApiReference,
): void {
  serveFile(app, '/openapi.json', {
    mediaType: 'application/json',
    content: () => `${JSON.stringify(documentAt(new Date()), null, 2)}\n`,
    version: () => Math.floor(Date.now() / DAY_MS),
  })
  serveFile(app, '/docs', { mediaType: 'text/html', content: page(document.info.title), policy })
  serveFile(app, '/docs/reference.js', {
    mediaType: 'text/javascript',
    content: () => referenceScript(document, guides),
  })
  serveFile(app, '/docs/reference.css', {
    mediaType: 'text/css',
    content: () => readFileSync(new URL('./reference/reference.css', import.meta.url), 'utf8'),
  })
  serveScalarBundle(app, '/docs/scalar.js')
  app.get('/docs/', (_request, reply) => reply.redirect('/docs', 308))
}

/** What the pages show. */
export interface ApiReference {
  document: OpenApiDocument
  /** The document with the examples and code samples of this moment; it changes once a day, at 00:00 UTC. */
  documentAt: (now: Date) => object
  guides: readonly Guide[]
}

/** The script of the page: Scalar with its configuration, and the guides in its sidebar. */
function referenceScript(document: OpenApiDocument, guides: readonly Guide[]): string {
  const links = guides.map(({ path, title }) => ({ path, title }))
  const script = readFileSync(new URL('./reference/reference.js', import.meta.url), 'utf8')
  return `const configuration = ${JSON.stringify(scalarConfiguration(document), null, 2)}
const guides = ${JSON.stringify(links)}

${script}`
}

function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. Without it, read the <a href="/docs/guides">guides</a> and the <a href="/openapi.json">OpenAPI document</a>.</noscript>
<script src="/docs/scalar.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`
}

/** Scalar's configuration: nothing leaves this origin, and a reload forgets the key that the reader typed. */
function scalarConfiguration({ components }: OpenApiDocument): Partial<ApiReferenceConfiguration> {
  return {
    url: '/openapi.json',
    authentication: { preferredSecurityScheme: Object.keys(components.securitySchemes ?? {})[0] ?? null },
    persistAuth: false,
    telemetry: false,
    proxyUrl: '',
    withDefaultFonts: false,
    // They send the document or the request to scalar.com.
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'json',
    operationTitleSource: 'summary',
    // The document has samples for our own clients and curl.
    hiddenClients: true,
  }
}

/** Serves Scalar's browser bundle at this path: 4.9 MB of JavaScript, in memory and on the wire as 1.4 MB of gzip. */
function serveScalarBundle(app: FastifyInstance, path: string): void {
  app.get(path, async (request, reply) => {
    const { compressed, etag } = await scalarBundle()
    setHeaders(reply, { etag, mediaType: 'text/javascript' })
    if (isCached(request, etag)) return reply.code(304).send()
    // Whatever `Accept-Encoding` says: every browser accepts gzip, and nothing else reads this file.
    return reply.header('content-encoding', 'gzip').send(compressed)
  })
}

// Once for all ports of this process.
const scalarBundle = keep(async () => {
  const compressed = await runProgram('./print-scalar-bundle.ts')
  return { compressed, etag: etagOf(compressed) }
})

/** What this package reads of an OpenAPI 3.1 document. */
export interface OpenApiDocument {
  info: { title: string; summary?: string; description: string }
  components: { securitySchemes?: object }
}
