import GithubSlugger from 'github-slugger'
import MarkdownIt from 'markdown-it'

// `html: false`: HTML in a guide is shown as text.
const markdownIt = MarkdownIt({ html: false })

markdownIt.core.ruler.push('heading-ids', ({ tokens }) => {
  const slugger = new GithubSlugger()
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', slugger.slug(tokens[index + 1]!.content))
  }
})

// A link between Markdown files becomes a link between their pages.
const normalizeLink = markdownIt.normalizeLink.bind(markdownIt)
markdownIt.normalizeLink = (url) => normalizeLink(url.replace(/^([a-z0-9-]+)\.md(?=#|$)/, '/docs/guides/$1'))

/** A guide as HTML. Headings have the ids that GitHub gives them; a link to `name.md` goes to the page of that guide. */
export function renderGuide(markdown: string): string {
  return markdownIt.render(markdown)
}
