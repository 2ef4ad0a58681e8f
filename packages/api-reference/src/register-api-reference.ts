import type { FastifyInstance } from 'fastify'
import { escapeHtml } from './escape-html.ts'
import type { OpenApiDocument } from './open-api-document.ts'
import { serveScalarBundle } from './scalar-bundle.ts'
import { scalarConfiguration } from './scalar-configuration.ts'
import { serveFile } from './static-file.ts'

// The reader types an API key into the page: only our files run, requests stay on this origin, and no other site
// may frame it. Scalar sets style attributes and adds `<style>` elements, so inline styles are allowed (P-150).
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Registers `/openapi.json` with this document, and `/docs`, where Scalar shows it and sends requests to the same
 * origin. Neither needs an API key (D-65). */
export function registerApiReference(
  app: FastifyInstance,
  { document }: { document: OpenApiDocument },
): void {
  const script = `Scalar.createApiReference('#reference', ${JSON.stringify(scalarConfiguration(document), null, 2)})\n`
  const json = `${JSON.stringify(document, null, 2)}\n`
  serveFile(app, '/openapi.json', { mediaType: 'application/json', content: json })
  serveFile(app, '/docs', { mediaType: 'text/html', content: page(document.info.title), policy })
  serveFile(app, '/docs/reference.js', { mediaType: 'text/javascript', content: script })
  serveScalarBundle(app, '/docs/scalar.js')
  app.get('/docs/', (_request, reply) => reply.redirect('/docs', 308))
}

function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
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
