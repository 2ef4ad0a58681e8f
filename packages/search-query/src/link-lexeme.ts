import { createHash } from 'node:crypto'
import { runText } from './run-lexeme.ts'

/** Lexeme of a link, neighbouring encoded words of which only the first and the last are not inner: `machine/learning`,
 * `years of/experience`; `|` and half of its SHA-256 when that is longer than 48 bytes. No word has either form. */
export function linkLexeme(words: readonly string[]): string {
  const text = runText(words)
  if (text.length <= LONGEST) return text
  return `|${createHash('sha256').update(text).digest().subarray(0, 16).toString('base64')}`
}

// 10,000 words of 76 bytes and their links are 1.01 MB: a tsvector holds 1.05 MB.
const LONGEST = 48
