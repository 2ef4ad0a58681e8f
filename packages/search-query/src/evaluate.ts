import type { Node, Pattern, Phrase, Prefix, Term } from './ast.ts'
import { globMatches } from './glob-match.ts'

/** Whether a profile, given as sections of words (`toSearchDocument`), matches: the reference semantics (D-42), against
 * which every engine is tested. */
export function evaluate(node: Node, sections: readonly (readonly string[])[]): boolean {
  switch (node.type) {
    case 'and':
      return node.of.every((part) => evaluate(part, sections))
    case 'or':
      return node.of.some((part) => evaluate(part, sections))
    case 'not':
      return !evaluate(node.of, sections)
    case 'phrase':
      return sections.some((section) => hasPhrase(node, section))
    default:
      return sections.some((section) => section.some((word) => matches(node, word)))
  }
}

function matches(node: Term | Prefix | Pattern, word: string): boolean {
  if (node.type === 'term') return word === node.word
  return node.type === 'prefix' ? word.startsWith(node.word) : globMatches(node.pattern, word)
}

function hasPhrase({ head, last }: Phrase, section: readonly string[]): boolean {
  for (let start = 0; start + head.length < section.length; start++) {
    if (head.every((word, i) => section[start + i] === word) && matches(last, section[start + head.length]!))
      return true
  }
  return false
}
