import { createHash } from 'node:crypto'
import type { Phrase } from './ast.ts'
import { encodeWord } from './encode.ts'
import { ambiguousLexeme, runText, surroundedLexeme } from './run-lexeme.ts'
import { all, any, lexeme, none } from './tsquery-operators.ts'
import { patternOf, type WildcardWords, wordsOf } from './wildcards.ts'
import { isInner } from './word-links.ts'

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
  return !isInner(encoded[0]!) && starts.length < MAX_RUN && !lastWords(last, words).some(isInner)
}

/** Words of a run, not counting inner words, that the index decides. */
const MAX_RUN = 4

function lastWords(last: Phrase['last'], words: WildcardWords): readonly string[] {
  return last.type === 'term' ? [encodeWord(last.word)] : wordsOf(patternOf(last), words)
}

/** A tsquery on the lexemes of links and ambiguous runs that matches at least the documents with the phrase. */
export function linkedPhrase(node: Phrase, words: WildcardWords): string | boolean {
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
