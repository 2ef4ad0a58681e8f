import { isChain, type Leaf, type Node, type Phrase } from './ast.ts'

/** Prints a query: `parse(printQuery(node))` equals `node` except for positions. */
export function printQuery(node: Node): string {
  switch (node.type) {
    case 'or':
      return node.of.map(printQuery).join(' OR ')
    case 'and':
      return node.of
        .map((part) => (part.type === 'or' ? `(${printQuery(part)})` : printQuery(part)))
        .join(' AND ')
    case 'not':
      return isChain(node.of) ? `NOT (${printQuery(node.of)})` : `NOT ${printQuery(node.of)}`
    case 'phrase':
      return `"${[...node.head, printWord(node.last)].join(' ')}"`
    case 'term':
      return RESERVED.has(node.word) ? `"${node.word}"` : node.word
    default:
      return printWord(node)
  }
}

function printWord(word: Exclude<Leaf, Phrase>): string {
  if (word.type === 'wild') return word.pattern
  return word.type === 'prefix' ? `${word.word}*` : word.word
}

const RESERVED = new Set(['and', 'or', 'not', 'near'])
