import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escapeHtml, guidePage, guidePolicy } from '../html.ts'
import type { OpenApiDocument } from '../register-api-reference.ts'
import { keep, runProgram, serveFile } from '../static-file.ts'
import type { Guide } from './read-guides.ts'
import type { Heading, RenderedGuide } from './render-guide.ts'

/** Registers the guides, each as a page and as Markdown, their index at `/docs/guides`, and `/llms.txt`. They are
 * rendered at the first request of a page, all at once in a process of its own. `clients` are lines of Markdown in `/llms.txt`. */
export function registerGuides(
  app: FastifyInstance,
  { document, guides, clients }: { document: OpenApiDocument; guides: readonly Guide[]; clients?: string[] },
): void {
  const rendered = keep(async () => {
    const output = await runProgram(
      './guides/render-guide.ts',
      JSON.stringify(guides.map((one) => one.markdown)),
    )
    return JSON.parse(output.toString()) as RenderedGuide[]
  })
  const { title } = document.info
  const servePage = (path: string, pageTitle: string, body: () => string | Promise<string>) => {
    const content = async () =>
      guidePage(`${pageTitle}: ${title}`, sidebar(guides, path) + main(await body()))
    serveFile(app, path, { mediaType: 'text/html', content, policy: guidePolicy })
  }
  servePage('/docs/guides', 'Guides', () => index(guides))
  for (const [number, guide] of guides.entries()) {
    const { path, markdown, pictures = [] } = guide
    servePage(path, guide.title, async () => {
      const { html, headings } = (await rendered())[number]!
      // After the title and the sentence below it.
      const beginning = html.indexOf('</p>\n') + 5
      const contents = tableOfContents(headings)
      return html.slice(0, beginning) + contents + html.slice(beginning) + neighbours(guides, number)
    })
    serveFile(app, `${path}.md`, { mediaType: 'text/markdown', content: markdown })
    for (const file of pictures) {
      serveFile(app, `${path}/${basename(file)}`, { mediaType: 'image/png', content: readFileSync(file) })
    }
  }
  for (const [file, mediaType] of [
    ['guides.css', 'text/css'],
    ['guides.js', 'text/javascript'],
  ] as const) {
    const content = () => readFileSync(new URL(file, import.meta.url), 'utf8')
    serveFile(app, `/docs/${file}`, { mediaType, content })
  }
  serveFile(app, '/llms.txt', { mediaType: 'text/plain', content: llmsTxt(document, guides, clients) })
}

function index(guides: readonly Guide[]): string {
  const items = guides.map(({ path, title, summary }) => {
    return `<li><a href="${path}">${escapeHtml(title)}</a><p>${escapeHtml(summary)}</p></li>`
  })
  return `<h1>Guides</h1>\n<ul class="guides">\n${items.join('\n')}\n</ul>\n`
}

function sidebar(guides: readonly Guide[], current: string): string {
  const items = guides.map(({ path, title }) => {
    const mark = path === current ? ' aria-current="page"' : ''
    return `<li><a href="${path}"${mark}>${escapeHtml(title)}</a></li>`
  })
  return `<nav class="all" aria-label="Guides">\n<ul>\n${items.join('\n')}\n</ul>\n</nav>\n`
}

function neighbours(guides: readonly Guide[], number: number): string {
  const link = (guide: Guide | undefined, rel: string, label: string) =>
    guide ? `<a rel="${rel}" href="${guide.path}"><span>${label}</span> ${escapeHtml(guide.title)}</a>` : ''
  const links = link(guides[number - 1], 'prev', 'Previous:') + link(guides[number + 1], 'next', 'Next:')
  return links && `<nav class="neighbours" aria-label="Previous and next">${links}</nav>\n`
}

const main = (body: string) => `<main>\n${body}</main>\n`

/** Links to the headings. */
function tableOfContents(headings: readonly Heading[]): string {
  if (headings.length === 0) return ''
  const items = headings.map(
    ({ level, id, text }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="toc" aria-label="On this page">\n<p>On this page</p>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>\n`
}

/** The index that llmstxt.org describes: a title, a summary, and links to plain text. `clients` are lines of Markdown. */
function llmsTxt(
  { info }: OpenApiDocument,
  guides: readonly Guide[],
  clients: readonly string[] = [],
): string {
  const links = guides.map(({ path, title, summary }) => `- [${title}](${path}.md): ${summary}\n`)
  return `# ${info.title}

> ${info.summary ?? info.description.split('\n')[0]}

${links.length > 0 ? `## Guides\n\n${links.join('')}\n` : ''}## Reference

- [OpenAPI document](/openapi.json): every operation with its parameters, bodies, responses and errors, as OpenAPI 3.1
${clients.length > 0 ? `\n## Clients\n\n${clients.join('\n')}\n` : ''}`
}
