import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../escape-html.ts'
import type { OpenApiDocument } from '../open-api-document.ts'
import { serveFile } from '../static-file.ts'
import { llmsTxt } from './llms-txt.ts'
import type { Guide } from './read-guides.ts'
import { renderGuide } from './render-guide.ts'

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Registers the guides at `/docs/guides`, each as a page and as Markdown, and `/llms.txt`. Renders them now. */
export function registerGuides(
  app: FastifyInstance,
  { document, guides }: { document: OpenApiDocument; guides: readonly Guide[] },
): void {
  const { title } = document.info
  const servePage = (path: string, pageTitle: string, body: string) =>
    serveFile(app, path, { mediaType: 'text/html', content: page(pageTitle, body), policy })
  servePage('/docs/guides', `Guides: ${title}`, index(guides))
  for (const { name, title: guideTitle, markdown } of guides) {
    servePage(`/docs/guides/${name}`, `${guideTitle}: ${title}`, renderGuide(markdown))
    serveFile(app, `/docs/guides/${name}.md`, { mediaType: 'text/markdown', content: markdown })
  }
  const style = readFileSync(new URL('./guides.css', import.meta.url))
  serveFile(app, '/docs/guides.css', { mediaType: 'text/css', content: style })
  serveFile(app, '/llms.txt', { mediaType: 'text/plain', content: llmsTxt(document, guides) })
}

function index(guides: readonly Guide[]): string {
  const items = guides.map(({ name, title, summary }) => {
    return `<li><a href="/docs/guides/${name}">${escapeHtml(title)}</a><p>${escapeHtml(summary)}</p></li>`
  })
  return `<h1>Guides</h1>\n<ul class="guides">\n${items.join('\n')}\n</ul>\n`
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/guides.css">
</head>
<body>
<nav aria-label="Documentation"><a href="/docs/guides">Guides</a> <a href="/docs">API reference</a></nav>
<main>
${body}</main>
</body>
</html>
`
}
