import { isChain, type Leaf, type Node, type Phrase } from './ast.ts'
import { isReserved } from './operators.ts'
import { isLoneWord, tokenise } from './tokenise.ts'

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
      return `"${joined([...node.head, printWord(node.last)])}"`
    default: {
      const word = printWord(node)
      return isReserved([word]) ? `"${word}"` : word
    }
  }
}

function printWord(word: Exclude<Leaf, Phrase>): string {
  if (word.type === 'wild') return word.pattern
  return word.type === 'prefix' ? `${word.word}*` : word.word
}

/** Words of one letter as they are written, without blanks between them. */
function joined(words: string[]): string {
  return words.map((word, i) => (i === 0 || areJoined(words[i - 1]!, word) ? word : ` ${word}`)).join('')
}

// A letter can stack below the one before it.
function areJoined(before: string, word: string): boolean {
  return isLoneWord(before) && isLoneWord(word) && tokenise(before + word).length === 2
}
