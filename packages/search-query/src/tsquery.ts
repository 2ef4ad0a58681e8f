import type { Node, Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'
import { linkLexeme } from './link-lexeme.ts'
import { phraseSearch } from './phrase-search.ts'
import { patternOf, type WildcardWords, wordsOf } from './wildcards.ts'
import { isInner } from './word-links.ts'

/** How a tsquery represents a phrase: by the name of its search, or by lexemes of the document that match at least or at most
 * the rows with the phrase. With `links` the document has the lexeme of each link. */
export type PhraseAs = 'lexeme' | 'superset' | 'subset' | 'links-superset' | 'links-subset'

/** The text to cast to tsquery, or a constant when the result does not depend on the row. With phrases as lexemes (the
 * names of their searches) it is exact; as superset it matches at least, as subset at most, the rows of the query. With
 * links both are exact if `isLink` holds for each phrase. */
export function tsquery(node: Node, words: WildcardWords, as: PhraseAs): string | boolean {
  switch (node.type) {
    case 'and':
      return all(node.of.map((part) => tsquery(part, words, as)))
    case 'or':
      return any(node.of.map((part) => tsquery(part, words, as)))
    case 'not':
      return none(tsquery(node.of, words, OPPOSITE[as]))
    case 'phrase':
      return as === 'links-superset' || as === 'links-subset'
        ? links(node, words, as)
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

/** Whether a phrase is exactly one link, with each word of its wildcard. */
export function isLink({ head, last }: Phrase, words: WildcardWords): boolean {
  const [first, ...inner] = head.map(encodeWord)
  return !isInner(first!) && inner.every(isInner) && !lastWords(last, words).some(isInner)
}

function lastWords(last: Phrase['last'], words: WildcardWords): readonly string[] {
  return last.type === 'term' ? [encodeWord(last.word)] : wordsOf(patternOf(last), words)
}

function links(node: Phrase, words: WildcardWords, as: PhraseAs): string | boolean {
  if (as === 'links-subset' && !isLink(node, words)) return false
  const found: (string | boolean)[] = []
  let link: string[] = []
  for (const word of node.head.map(encodeWord)) {
    if (!isInner(word)) {
      if (link.length > 0) found.push(lexeme(linkLexeme([...link, word])))
      link = [word]
    } else if (link.length > 0) link.push(word)
    else found.push(lexeme(word))
  }
  const ends = lastWords(node.last, words).map((word) =>
    lexeme(link.length === 0 || isInner(word) ? word : linkLexeme([...link, word])),
  )
  return all([...found, any(ends)])
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

/** Conjunction of tsqueries. */
export function all(parts: (string | boolean)[]): string | boolean {
  if (parts.includes(false)) return false
  return joined(parts, ' & ') ?? true
}

function any(parts: (string | boolean)[]): string | boolean {
  if (parts.includes(true)) return true
  return joined(parts, ' | ') ?? false
}

/** Negation of a tsquery. */
export function none(part: string | boolean): string | boolean {
  return typeof part === 'boolean' ? !part : `!(${part})`
}

function joined(parts: (string | boolean)[], operator: string): string | undefined {
  const texts = parts.filter((part) => typeof part === 'string')
  return texts.length < 2 ? texts[0] : `(${texts.join(operator)})`
}
