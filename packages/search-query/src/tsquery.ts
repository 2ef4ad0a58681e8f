import type { Node, Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'
import { linkLexeme } from './link-lexeme.ts'
import { phraseSearch } from './phrase-search.ts'
import { ambiguousLexeme, surroundedLexeme } from './run-lexeme.ts'
import { patternOf, type WildcardWords, wordsOf } from './wildcards.ts'
import { isInner } from './word-links.ts'

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

/** Whether `links-superset` and `links-subset` are exact for a phrase: it starts and ends with a word that is not inner, with
 * each word of its wildcard, and has at most four of them. */
export function isDecided({ head, last }: Phrase, words: WildcardWords): boolean {
  const encoded = head.map(encodeWord)
  const starts = encoded.filter((word) => !isInner(word))
  return !isInner(encoded[0]!) && starts.length < MAX_RUN && !lastWords(last, words).some(isInner)
}

/** Words of a run, not counting inner words, that `surrounded` decides. */
const MAX_RUN = 4

function lastWords(last: Phrase['last'], words: WildcardWords): readonly string[] {
  return last.type === 'term' ? [encodeWord(last.word)] : wordsOf(patternOf(last), words)
}

function links(node: Phrase, words: WildcardWords, as: PhraseAs): string | boolean {
  if (as === 'links-subset' && !isDecided(node, words)) return false
  const head = node.head.map(encodeWord)
  const starts = head.flatMap((word, i) => (isInner(word) ? [] : [i]))
  const ends = lastWords(node.last, words)
  if (starts.length === 0) return all([...head.map(lexeme), any(ends.map(lexeme))])
  const inner = head.slice(0, starts[0]).map(lexeme)
  /** A condition on the run from a word of the phrase to `end`, an index of `head` or its length for the last word. */
  const run = (start: number, end: number, toLexeme: (run: readonly string[]) => string) =>
    end < head.length
      ? lexeme(toLexeme(head.slice(start, end + 1)))
      : any(ends.map((word) => lexeme(isInner(word) ? word : toLexeme([...head.slice(start), word]))))
  const stops = [...starts, head.length]
  const linked = starts.map((start, i) => run(start, stops[i + 1]!, linkLexeme))
  const surrounded = starts.flatMap((start, i) =>
    stops.slice(i + 2, i + MAX_RUN).map((end, j) => {
      const inside = head.slice(stops[i + 1], stops[i + 1 + j]! + 1)
      return any([none(lexeme(ambiguousLexeme(inside))), run(start, end, surroundedLexeme)])
    }),
  )
  return all([...inner, ...linked, ...surrounded])
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
