import type { Node, Pattern, Phrase, Prefix, Term } from './ast.ts'

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

/** Whether the whole word matches the pattern: `?` is one character, `*` any run. Takes at most word length x pattern
 * length steps. */
export function globMatches(pattern: string, word: string): boolean {
  const shape = [...pattern]
  const text = [...word]
  let i = 0
  let star = -1
  let starText = 0
  let k = 0
  while (k < text.length) {
    if (shape[i] === '*') {
      star = i++
      starText = k
    } else if (i < shape.length && (shape[i] === '?' || shape[i] === text[k])) {
      i++
      k++
    } else if (star >= 0) {
      // Backtracking to the last star is enough: earlier stars can keep their shortest match.
      i = star + 1
      k = ++starText
    } else return false
  }
  while (shape[i] === '*') i++
  return i === shape.length
}
