import { INVISIBLE, normalForm, plainLetters } from '@jobboard/contracts/characters'

/** A part of a folded text. */
export interface Span {
  start: number
  end: number
}

/** A run of letters, digits and marks. */
export interface Word extends Span {
  text: string
}

/** A text as the scanners read it. */
export interface Reading extends Folded {
  words: readonly Word[]
  original: string
}

/** Reports a part that is to be hidden. */
export type Hide = (start: number, end: number) => void

/** Reports in one pass over a text what it finds. */
export type Scan = (reading: Reading, hide: Hide) => void

/** Prepares a text for the scanners. */
export function read(text: string): Reading {
  const folded = fold(text)
  return { ...folded, words: wordsOf(folded), original: text }
}

// Runs of one class of characters: a match never steps back. The class of ASCII alone is several times as fast.
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const ASCII_WORD = /[a-z0-9]+/g

function wordsOf({ form, starts }: Folded): Word[] {
  const words: Word[] = []
  for (const { 0: text, index } of form.matchAll(starts ? WORD : ASCII_WORD)) {
    words.push({ text, start: index, end: index + text.length })
  }
  return words
}

export function wordTexts(text: string): string[] {
  return wordsOf(fold(text)).map((word) => word.text)
}

/** Whether a character of a folded text is white space. */
export function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === ''
}

/** Whether a character is an ASCII digit. */
export function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}

/** Hides a name wherever it stands, also inside of words. */
export function hideAll(form: string, name: string, hide: Hide): void {
  for (let i = form.indexOf(name); i >= 0; i = form.indexOf(name, i + name.length)) hide(i, i + name.length)
}

/** Index of the first white space at or after `from`, or the end. */
export function chunkEnd(form: string, from: number): number {
  let end = from
  while (end < form.length && !isSpace(form[end])) end++
  return end
}

/** Index of the first character at or after `from`, at most `limit` further, that is no white space. */
export function skipSpaces(form: string, from: number, limit: number): number {
  let next = from
  while (next - from < limit && isSpace(form[next])) next++
  return next
}

/** A text as it is compared: NFKC, lower case, without diacritics and invisible characters; digits are ASCII. */
export interface Folded {
  form: string
  /** Index in the text of the character that each unit of `form` comes from; undefined where both are the same. */
  starts: readonly number[] | undefined
  /** Length of the text. */
  length: number
}

/** Folds each code point by itself, so that a long run of combining marks takes linear time. */
export function fold(text: string): Folded {
  const { length } = text
  if (!NOT_ASCII.test(text)) return { form: foldAscii(text), starts: undefined, length }
  const starts: number[] = []
  const parts: string[] = []
  for (let i = 0; i < length; ) {
    const code = text.codePointAt(i)!
    const part = code < 0x80 ? ASCII[code]! : foldCode(code)
    for (let unit = 0; unit < part.length; unit++) starts.push(i)
    parts.push(part)
    i += code > 0xffff ? 2 : 1
  }
  return { form: parts.join(''), starts, length }
}

/** The range in the text of the units `start` to `end` of its folded form, with the marks that follow them. */
export function toTextRange(
  { starts, length }: Folded,
  start: number,
  end: number,
): { start: number; end: number } {
  if (!starts) return { start, end }
  let next = end
  // One character can fold to several units.
  while (next < starts.length && starts[next] === starts[end - 1]) next++
  return { start: starts[start]!, end: starts[next] ?? length }
}

const NOT_ASCII = /[^\0-\x7f]/

function foldAscii(text: string): string {
  return text.toLowerCase().replaceAll('`', "'")
}

const ASCII = Array.from({ length: 0x80 }, (_, code) => foldAscii(String.fromCharCode(code)))

/** A character that stands for whole phrases (U+FDFA: 18 units) is a blank. */
const MAX_UNITS = 8

/** Forms that are kept, about 100 bytes each. */
const MAX_KNOWN = 20_000
const known = new Map<number, string>()

function foldCode(code: number): string {
  const cached = known.get(code)
  if (cached !== undefined) return cached
  let form = String.fromCodePoint(code)
  for (let next = foldOnce(form); next !== form; next = foldOnce(form)) form = next
  const digits = [...normalForm(form, 'NFC')].map(toAsciiDigit).join('')
  const folded = digits.length > MAX_UNITS ? ' ' : digits
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(code, folded)
  return folded
}

// Every expression here sees the forms of a single code point.
function foldOnce(form: string): string {
  const plain = form.replace(APOSTROPHE, "'").replace(FULL_STOP, '.').replace(TRADE_MARK, ' ')
  const letters = [...normalForm(plain, 'NFKD')]
    .filter((character) => !DIACRITIC.test(character) && !IS_INVISIBLE.test(character))
    .join('')
  // Upper then lower case is full case folding: STRASSE equals straße.
  return plainLetters(letters.toUpperCase().toLowerCase())
}

const APOSTROPHE = /[\u2018\u2019\u201b\u02bc\u00b4\u2032`]/g
const FULL_STOP = /\u3002/g
// NFKD would make letters of them.
const TRADE_MARK = /[\u2120\u2122]/g
const DIACRITIC =
  /^(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}]|\u0640$/u
const IS_INVISIBLE = new RegExp(`^[${INVISIBLE}]$`, 'u')
// Circled numbers without a compatibility form: first code point, how many, and the first number.
const CIRCLED = [
  [0x24eb, 10, 11],
  [0x24f5, 10, 1],
  [0x24ff, 1, 0],
  [0x2776, 10, 1],
  [0x2780, 10, 1],
  [0x278a, 10, 1],
  [0x1f10b, 1, 0],
  [0x1f10c, 1, 0],
] as const

const DECIMAL = /^\p{Nd}$/u

// Decimal digits of a script are ten code points in a row, and no two of these rows touch (those that do are NFKC variants).
function toAsciiDigit(character: string): string {
  if (character < '\x80') return character
  const code = character.codePointAt(0)!
  const circled = CIRCLED.find(([one, count]) => code >= one && code < one + count)
  if (circled) return String(code - circled[0] + circled[2])
  if (!DECIMAL.test(character)) return character
  let zero = code
  while (code - zero < 9 && DECIMAL.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}
