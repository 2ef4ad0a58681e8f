import { createHash } from 'node:crypto'
import type { Node, Phrase } from './ast.ts'
import { encodeWord } from './tokenise.ts'
import { encodedWords, literal, shape, type WildcardWords, wordsOf } from './wildcards.ts'
import { ambiguousLexeme, isInner, runText, surroundedLexeme } from './word-links.ts'

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

// Parts of a tsquery: its text, or a constant when it does not depend on the row.

/** One lexeme. Encoded words and phrase names contain neither quotes nor backslashes, so nothing needs escaping. */
function lexeme(text: string): string {
  return `'${text}'`
}

/** Conjunction. */
export function all(parts: (string | boolean)[]): string | boolean {
  if (parts.includes(false)) return false
  return joined(parts, ' & ') ?? true
}

/** Disjunction. */
function any(parts: (string | boolean)[]): string | boolean {
  if (parts.includes(true)) return true
  return joined(parts, ' | ') ?? false
}

/** Negation. */
export function none(part: string | boolean): string | boolean {
  return typeof part === 'boolean' ? !part : `!(${part})`
}

function joined(parts: (string | boolean)[], operator: string): string | undefined {
  const texts = parts.filter((part) => typeof part === 'string')
  return texts.length < 2 ? texts[0] : `(${texts.join(operator)})`
}

/** Lexeme of a link, neighbouring encoded words of which only the first and the last are not inner: `machine/learning`,
 * `years of/experience`; `|` and half of its SHA-256 when that is longer than 48 bytes. No word has either form. */
export function linkLexeme(words: readonly string[]): string {
  const text = runText(words)
  if (text.length <= LONGEST) return text
  return `|${createHash('sha256').update(text).digest().subarray(0, 16).toString('base64')}`
}

// 10,000 words of 76 bytes and their links are 1.01 MB: a tsvector holds 1.05 MB.
const LONGEST = 48

/** Whether `linkedPhrase` is exact: the phrase has at most four words that are not inner, and starts and ends with one of
 * them, whichever word its wildcard stands for. */
export function isDecided({ head, last }: Phrase, words: WildcardWords): boolean {
  const encoded = head.map(encodeWord)
  const starts = encoded.filter((word) => !isInner(word))
  return !isInner(encoded[0]!) && starts.length < MAX_RUN && !encodedWords(last, words).some(isInner)
}

/** Words of a run, not counting inner words, that the index decides. */
const MAX_RUN = 4

/** A tsquery on the lexemes of links and ambiguous runs that matches at least the documents with the phrase. */
function linkedPhrase(node: Phrase, words: WildcardWords): string | boolean {
  const head = node.head.map(encodeWord)
  const starts = head.flatMap((word, i) => (isInner(word) ? [] : [i]))
  const ends = encodedWords(node.last, words)
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

/** How to find a phrase in `SearchDocument.body`: the body contains it if and only if `lead` is a substring and `regex`, if
 * not null, matches. `name` is unique to the phrase and no word has it. */
export type PhraseSearch = { name: string; lead: string; regex: string | null }

/** Searches a phrase by its text; one that ends in a `wild` by a pattern, since 500 texts would take a minute. */
export function phraseSearch({ head, last }: Phrase): PhraseSearch {
  const start = `/${head.map(encodeWord).join('/')}/`
  if (last.type === 'wild') {
    const before = last.pattern.slice(0, last.pattern.search(/[*?]/))
    const name = `${start}${[...last.pattern].map((part) => (WILD.test(part) ? part : encodeWord(part))).join('')}/`
    const regex = `/${[...head.map(literal), shape(last.pattern)].join('/')}/`
    return { name, lead: start + encodeWord(before), regex }
  }
  const text = start + encodeWord(last.word) + (last.type === 'term' ? '/' : '')
  return { name: text, lead: text, regex: null }
}

const WILD = /[*?]/
