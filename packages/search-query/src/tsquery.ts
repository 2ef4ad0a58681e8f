import type { Node, Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'
import { phraseSearch } from './phrase-search.ts'
import { type WildcardWords, wordsOf } from './wildcards.ts'

/** How a tsquery, which matches words only, represents a phrase. */
export type PhraseAs = 'lexeme' | 'superset' | 'subset'

/** The text to cast to tsquery, or a constant when the result does not depend on the row. With phrases as lexemes (the
 * names of their searches) it is exact; as superset it matches at least, as subset at most, the rows of the query. */
export function tsquery(node: Node, words: WildcardWords, as: PhraseAs): string | boolean {
  switch (node.type) {
    case 'and':
      return all(node.of.map((part) => tsquery(part, words, as)))
    case 'or':
      return any(node.of.map((part) => tsquery(part, words, as)))
    case 'not':
      return none(tsquery(node.of, words, OPPOSITE[as]))
    case 'phrase':
      return phrase(node, words, as)
    case 'term':
      return lexeme(encodeWord(node.word))
    case 'prefix':
      return `${lexeme(encodeWord(node.word))}:*`
    case 'wild':
      return any(wordsOf(node.pattern, words).map(lexeme))
  }
}

const OPPOSITE = { lexeme: 'lexeme', superset: 'subset', subset: 'superset' } as const

function phrase(node: Phrase, words: WildcardWords, as: PhraseAs): string | boolean {
  const found = all([...node.head.map((word) => lexeme(encodeWord(word))), tsquery(node.last, words, as)])
  if (found === false || as === 'subset') return false
  return as === 'superset' ? found : lexeme(phraseSearch(node).name)
}

// Encoded words and phrase names contain neither quotes nor backslashes, so nothing needs escaping.
function lexeme(text: string): string {
  return `'${text}'`
}

function all(parts: (string | boolean)[]): string | boolean {
  if (parts.includes(false)) return false
  return joined(parts, ' & ') ?? true
}

function any(parts: (string | boolean)[]): string | boolean {
  if (parts.includes(true)) return true
  return joined(parts, ' | ') ?? false
}

function none(part: string | boolean): string | boolean {
  return typeof part === 'boolean' ? !part : `!(${part})`
}

function joined(parts: (string | boolean)[], operator: string): string | undefined {
  const texts = parts.filter((part) => typeof part === 'string')
  return texts.length < 2 ? texts[0] : `(${texts.join(operator)})`
}
