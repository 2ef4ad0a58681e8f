import type { Node, Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'
import { isDecided, linkedPhrase } from './linked-phrase.ts'
import { phraseSearch } from './phrase-search.ts'
import { all, any, lexeme, none } from './tsquery-operators.ts'
import { type WildcardWords, wordsOf } from './wildcards.ts'

/** How a tsquery represents a phrase: by the name of its search, or by lexemes of the document that match at least or at most
 * the rows with the phrase. With `links` the document has the lexemes of all links and ambiguous runs. */
export type PhraseAs = 'lexeme' | 'superset' | 'subset' | 'links-superset' | 'links-subset'

/** The text to cast to tsquery, or a constant when the result does not depend on the row. With phrases as lexemes (the
 * names of their searches) it is exact; as superset it matches at least, as subset at most, the rows of the query. With
 * links both are exact if `isDecided` holds for each phrase. */
export function tsquery(node: Node, words: WildcardWords, as: PhraseAs): string | boolean {
  switch (node.type) {
    case 'and':
      return all(node.of.map((part) => tsquery(part, words, as)))
    case 'or':
      return any(node.of.map((part) => tsquery(part, words, as)))
    case 'not':
      return none(tsquery(node.of, words, OPPOSITE[as]))
    case 'phrase':
      if (as === 'links-subset' && !isDecided(node, words)) return false
      return as === 'links-superset' || as === 'links-subset'
        ? linkedPhrase(node, words)
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
  'links-superset': 'links-subset',
  'links-subset': 'links-superset',
} as const

function phrase(node: Phrase, words: WildcardWords, as: PhraseAs): string | boolean {
  const found = all([...node.head.map((word) => lexeme(encodeWord(word))), tsquery(node.last, words, as)])
  if (found === false || as === 'subset') return false
  return as === 'superset' ? found : lexeme(phraseSearch(node).name)
}
