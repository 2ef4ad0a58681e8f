import { hash } from 'node:crypto'
import { isInner } from './word-links.ts'

// A run is neighbouring encoded words of which the first and the last are not inner. A link is a run with exactly two words
// that are not inner.

/** The text of a run: an inner word follows a blank, any other a slash: `years of/experience`. */
export function runText(words: readonly string[]): string {
  return words.map((word, i) => `${i === 0 ? '' : isInner(word) ? ' ' : '/'}${word}`).join('')
}

/** Lexeme of a run that is ambiguous in a document: a link to it occurs and a link from it, but not always both together.
 * 17 characters: `~` and 96 bits of the SHA-256. */
export function ambiguousLexeme(run: readonly string[]): string {
  return hashed(`/${runText(run)}`)
}

/** Lexeme of an ambiguous run between a link before and one after it, given as one run. */
export function surroundedLexeme(run: readonly string[]): string {
  return hashed(runText(run))
}

function hashed(text: string): string {
  return `~${hash('sha256', text, 'buffer').subarray(0, 12).toString('base64')}`
}
