import type { Leaf, Pattern, Phrase, Prefix, Term } from './ast.ts'
import { truncateWord } from './encode.ts'
import { InvalidQuery } from './invalid-query.ts'
import { limits } from './limits.ts'
import { tokenisePattern } from './tokenise.ts'
import type { Token } from './tokenise-query.ts'

/** Parses a word or a quoted phrase to an operand; several words, `Node.js` or `"account manage*"`, make a phrase.
 * Throws `InvalidQuery` for misplaced wildcards and for its length (D-41). */
export function parseLeaf(token: Token): Leaf {
  const words = piecesOf(token).flatMap(({ text, at }) => tokenisePattern(text).map((word) => ({ word, at })))
  if (words.length === 0) throw new InvalidQuery(emptyOperand(token), token.at)
  const parts = words.map(({ word, at }) => part(word, at))
  const wild = parts.slice(0, -1).find(({ type }) => type !== 'term')
  if (wild) throw new InvalidQuery('Only the last word of a phrase may have a wildcard', wild.at)
  if (parts.length > limits.phraseWords) {
    throw new InvalidQuery(`Shorten this phrase to ${limits.phraseWords} words`, token.at)
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

function part(word: string, at: number): Term | Prefix | Pattern {
  const first = word.search(/[*?]/)
  if (first < 0) return { type: 'term', word: truncateWord(word), at }
  const literal = word.slice(0, first)
  if ([...literal].length < limits.charactersBeforeWildcard) {
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
