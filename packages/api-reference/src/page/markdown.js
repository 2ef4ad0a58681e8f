import { element } from './element.js'

/** Renders the subset of Markdown that the document uses: headings, paragraphs, tables and inline code. */
export function renderMarkdown(markdown) {
  return markdown.split('\n\n').map((block) => {
    if (block.startsWith('## ')) {
      const [heading, ...rest] = block.split('\n')
      const text = rest.join(' ')
      return [element('h2', {}, heading.slice(3)), text ? element('p', {}, renderInline(text)) : '']
    }
    if (block.startsWith('|')) return table(block.split('\n'))
    return element('p', {}, renderInline(block.replaceAll('\n', ' ')))
  })
}

/** Renders one line with inline code. */
export function renderInline(text) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part))
}

function table([head, _rule, ...rows]) {
  const cells = (row, name) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => element(name, name === 'th' ? { scope: 'col' } : {}, renderInline(cell.trim())))
  return element(
    'div',
    { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Table' },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, cells(head, 'th'))),
      element(
        'tbody',
        {},
        rows.map((row) => element('tr', {}, cells(row, 'td'))),
      ),
    ),
  )
}
