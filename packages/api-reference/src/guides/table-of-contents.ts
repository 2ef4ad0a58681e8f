import { escapeHtml } from '../escape-html.ts'
import type { Heading } from './render-guide.ts'

/** Links to the headings. */
export function tableOfContents(headings: readonly Heading[]): string {
  if (headings.length === 0) return ''
  const items = headings.map(
    ({ level, id, text }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="toc" aria-label="On this page">\n<p>On this page</p>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>\n`
}
