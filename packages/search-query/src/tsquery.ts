import type { Node, Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'
import { pairLexeme } from './pair.ts'
import { phraseSearch } from './phrase-search.ts'
import { patternOf, type WildcardWords, wordsOf } from './wildcards.ts'

/** How a tsquery represents a phrase: by the name of its search, or by lexemes of the document that match at least or at most
 * the rows with the phrase. With `pairs` the document has a lexeme for each pair of neighbouring words. */
export type PhraseAs = 'lexeme' | 'superset' | 'subset' | 'pairs-superset' | 'pairs-subset'

/** The text to cast to tsquery, or a constant when the result does not depend on the row. With phrases as lexemes (the
 * names of their searches) it is exact; as superset it matches at least, as subset at most, the rows of the query. With
 * pairs both are exact unless a phrase has more than two words. */
export function tsquery(node: Node, words: WildcardWords, as: PhraseAs): string | boolean {
  switch (node.type) {
    case 'and':
      return all(node.of.map((part) => tsquery(part, words, as)))
    case 'or':
      return any(node.of.map((part) => tsquery(part, words, as)))
    case 'not':
      return none(tsquery(node.of, words, OPPOSITE[as]))
    case 'phrase':
      return as === 'pairs-superset' || as === 'pairs-subset'
        ? pairs(node, words, as)
        : phrase(node, words, as)
    case 'term':
      return lexeme(encodeWord(node.word))
    case 'prefix':
      return `${lexeme(encodeWord(node.word))}:*`
    case 'wild':
      return any(wordsOf(node.pattern, words).map(lexeme))
  }
}

const OPPOSITE = {
  lexeme: 'lexeme',
  superset: 'subset',
  subset: 'superset',
  'pairs-superset': 'pairs-subset',
  'pairs-subset': 'pairs-superset',
} as const

function pairs({ head, last }: Phrase, words: WildcardWords, as: PhraseAs): string | boolean {
  const encoded = head.map(encodeWord)
  const lastWords = last.type === 'term' ? [encodeWord(last.word)] : wordsOf(patternOf(last), words)
  const found = all([
    ...encoded.slice(1).map((word, i) => lexeme(pairLexeme(encoded[i]!, word))),
    any(lastWords.map((word) => lexeme(pairLexeme(encoded.at(-1)!, word)))),
  ])
  return as === 'pairs-subset' && head.length > 1 ? false : found
}

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
