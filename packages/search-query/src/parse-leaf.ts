import type { Leaf, Pattern, Phrase, Prefix, Term } from './ast.ts'
import { encodeWord, truncateWord } from './encode.ts'
import { InvalidQuery } from './invalid-query.ts'
import { limits } from './limits.ts'
import { isLoneWord, tokenisePattern } from './tokenise.ts'
import type { Token } from './tokenise-query.ts'

/** Parses a word or a quoted phrase to an operand; several words, `Node.js` or `"account manage*"`, make a phrase.
 * Throws `InvalidQuery` for misplaced wildcards and for its length (D-41). */
export function parseLeaf(token: Token): Leaf {
  const words = piecesOf(token).flatMap(({ text, at }) => tokenisePattern(text).map((word) => ({ word, at })))
  if (words.length === 0) throw new InvalidQuery(emptyOperand(token), token.at)
  const parts = words.map(({ word, at }, i) => part(word, at, words[i - 1]?.word))
  const wild = parts.slice(0, -1).find(({ type }) => type !== 'term')
  if (wild) throw new InvalidQuery('Only the last word of a phrase may have a wildcard', wild.at)
  const written = words.map(({ word }) => word)
  if (phraseLength(written) > limits.phraseWords) {
    throw new InvalidQuery(`Shorten this phrase to ${limits.phraseWords} words`, token.at)
  }
  const isLong = written.length > 1 && encodedLength(written) > limits.phraseBytes
  if (isLong || written.filter(isLoneWord).length > limits.phraseLetters) {
    const reason = `Shorten this phrase to ${limits.phraseLetters} characters, or put blanks between its words to find each of them`
    throw new InvalidQuery(reason, token.at)
  }
  if (parts.length === 1) return { ...parts[0]!, at: token.at }
  const head = parts.slice(0, -1).map((term) => (term as Term).word)
  return { type: 'phrase', head, last: parts.at(-1)!, at: token.at } satisfies Phrase
}

function piecesOf({ kind, text, at }: Token): { text: string; at: number }[] {
  if (kind === 'word') return [{ text, at }]
  return [...text.matchAll(/\S+/g)].map((piece) => ({ text: piece[0], at: at + 1 + piece.index }))
}

function emptyOperand({ kind, text }: Token): string {
  if (kind === 'phrase') return 'Write the words to find between these quotes'
  return `There is nothing to find in '${text}': use letters or digits`
}

/** Words of a phrase; those of one letter that follow each other count as one. */
function phraseLength(words: readonly string[]): number {
  return words.filter((word, i) => i === 0 || !isLoneWord(word) || !isLoneWord(words[i - 1]!)).length
}

function encodedLength(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + encodeWord(truncateWord(word)).length + 1, 0)
}

function part(word: string, at: number, before: string | undefined): Term | Prefix | Pattern {
  const first = word.search(/[*?]/)
  if (first < 0) return { type: 'term', word: truncateWord(word), at }
  const literal = word.slice(0, first)
  if (isLoneWord(word) && word.includes('?')) {
    throw new InvalidQuery("Leave out '?': in this script each letter is a word", at)
  }
  const isContinued = isLoneWord(word) && before !== undefined && isLoneWord(before)
  if ([...literal].length < limits.charactersBeforeWildcard && !isContinued) {
    throw new InvalidQuery(
      `Write at least ${limits.charactersBeforeWildcard} characters before the first wildcard`,
      at,
    )
  }
  const pattern = word.replace(/[*?]{2,}/g, canonicalOrder)
  if (pattern === `${literal}*`) return { type: 'prefix', word: truncateWord(literal), at }
  // No indexed word is longer, and it bounds the regular expressions that engines run.
  if (pattern.length > limits.wordBytes) throw new InvalidQuery('Shorten this word', at)
  return { type: 'wild', pattern, at }
}

// ?*? and *?? match the same words; one canonical order keeps matching linear and printing unique.
function canonicalOrder(wildcards: string): string {
  return wildcards.replaceAll('*', '') + (wildcards.includes('*') ? '*' : '')
}
