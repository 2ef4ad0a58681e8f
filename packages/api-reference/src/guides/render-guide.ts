import { json as readJson } from 'node:stream/consumers'
import GithubSlugger from 'github-slugger'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import MarkdownIt, { type Token } from 'markdown-it'
import { escapeHtml } from '../html.ts'

const languages = { sh: bash, csharp, go, http, json, php, python, ts: typescript }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** Code as HTML: its tokens in elements with a class each (`hljs-string`), so that no inline style is needed. Text in
 * another language is only escaped. */
function highlight(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code)
}

/** A heading below the title. */
export interface Heading {
  level: number
  id: string
  text: string
}

/** A guide as HTML, and its headings of the second and third level. */
export interface RenderedGuide {
  html: string
  headings: Heading[]
}

const NAME = /^[a-z]+(?:_[a-z]+)*$/

// `html: false`: HTML in a guide is shown as text.
const markdownIt = MarkdownIt({ html: false })

markdownIt.core.ruler.push('heading-ids', ({ tokens }) => {
  const slugger = new GithubSlugger()
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', slugger.slug(tokens[index + 1]!.content))
  }
})

// A row of a table is found by the name that one of its cells consists of, such as an error code.
markdownIt.core.ruler.push('row-ids', ({ tokens }) => {
  const used = new Set(tokens.map((token) => token.attrGet('id')))
  let row: Token | undefined
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'tr_open') row = token
    if (token.type !== 'td_open') continue
    const [cell, ...more] = tokens[index + 1]!.children ?? []
    const isName = cell?.type === 'code_inline' && more.length === 0 && NAME.test(cell.content)
    if (!isName || row?.attrGet('id') || used.has(cell.content)) continue
    row?.attrSet('id', cell.content)
    used.add(cell.content)
  }
})

// On a narrow screen each cell stands in a line of its own, after the heading of its column.
markdownIt.core.ruler.push('cell-labels', ({ tokens }) => {
  let labels: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') labels = []
    if (token.type === 'tr_open') column = 0
    if (token.type === 'th_open') labels.push(tokens[index + 1]!.content.replaceAll('`', ''))
    if (token.type === 'td_open') token.attrSet('data-label', labels[column++] ?? '')
  }
})

markdownIt.renderer.rules.fence = (tokens, index) => {
  const { content, info } = tokens[index]!
  const button = '<button type="button" class="copy" hidden>Copy</button>'
  return `<div class="code">${button}<pre><code>${highlight(content, info.split(' ')[0]!)}</code></pre></div>\n`
}

// A link between Markdown files becomes a link between their pages.
const normalizeLink = markdownIt.normalizeLink.bind(markdownIt)
markdownIt.normalizeLink = (url) => normalizeLink(url.replace(/^([a-z0-9-]+)\.md(?=#|$)/, '/docs/guides/$1'))

/** A guide as HTML. Headings have the ids that GitHub gives them, rows of tables their name in code; a link to `name.md` goes to the page of that guide. */
function renderGuide(markdown: string): RenderedGuide {
  const tokens = markdownIt.parse(markdown, {})
  const headings = tokens.flatMap((token, index) => {
    const level = Number(token.tag.slice(1))
    if (token.type !== 'heading_open' || level < 2 || level > 3) return []
    const inline = tokens[index + 1]!.children ?? []
    return [{ level, id: String(token.attrGet('id')), text: inline.map(({ content }) => content).join('') }]
  })
  return { html: markdownIt.renderer.render(tokens, markdownIt.options, {}), headings }
}

// Reads a list of Markdown texts from standard input and prints the list of what they are rendered to.
const texts = (await readJson(process.stdin)) as string[]
process.stdout.write(JSON.stringify(texts.map(renderGuide)))
