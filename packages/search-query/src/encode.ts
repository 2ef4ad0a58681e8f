import { limits } from './limits.ts'

/** Encodes a word in ASCII, `[a-z0-9+#.=_-]`, so that every engine and collation compares it alike. Injective, and a
 * prefix of a word encodes to a prefix of its encoding. */
export function encodeWord(word: string): string {
  if (PLAIN.test(word)) return word
  let text = ''
  for (const character of word) text += PLAIN.test(character) ? character : escaped(character.codePointAt(0)!)
  return text
}

/** The longest prefix of a word whose encoding fits `limits.wordBytes`. Evaluator and indexes see only truncated words. */
export function truncateWord(word: string): string {
  if (word.length <= limits.wordBytes && PLAIN.test(word)) return word
  let bytes = 0
  let end = 0
  for (const character of word) {
    bytes += encodeWord(character).length
    if (bytes > limits.wordBytes) break
    end += character.length
  }
  return word.slice(0, end)
}

/** Regular expression source for exactly one encoded character, valid in JavaScript and PostgreSQL. */
export const ENCODED_CHARACTER = '(?:[a-z0-9+#.]|-[0-9a-z]{2}|_[0-9a-z]{3}|=[0-9a-z]{4})'

const PLAIN = /^[a-z0-9+#.]+$/

// The leading mark gives the number of base 36 digits, so no escape is a prefix of another. Alphabets (Greek, Cyrillic,
// Hebrew, Arabic) take 3 bytes a letter, Asian scripts 4: words stay short.
function escaped(codePoint: number): string {
  if (codePoint >= ALPHABETS && codePoint < ASIAN) return `-${digits(codePoint - ALPHABETS, 2)}`
  if (codePoint >= ASIAN && codePoint < REST) return `_${digits(codePoint - ASIAN, 3)}`
  return `=${digits(codePoint, 4)}`
}

const ALPHABETS = 0x250
const ASIAN = ALPHABETS + 36 ** 2
const REST = ASIAN + 36 ** 3

function digits(value: number, length: number): string {
  return value.toString(36).padStart(length, '0')
}
