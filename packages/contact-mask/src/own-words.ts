import { fold, type Reading, read, toTextRange, type Word } from './reading.ts'
import {
  canBeSpelled,
  eachLetter,
  initialsOf,
  isSpelling,
  type Letters,
  lettersOf,
  MAX_LENGTH,
  plain,
  SPELLINGS,
} from './spelling.ts'

/** A word of the person's details, folded, with the letters that have several spellings. */
export interface OwnWord {
  text: string
  letters: Letters | undefined
}

export function ownWords(detail: string): OwnWord[] {
  const reading = read(detail)
  return reading.words.map((word) => ({ text: word.text, letters: lettersOf(writtenOf(reading, word)) }))
}

/** Several words written as one. */
export function joinedWord(words: readonly OwnWord[]): OwnWord {
  const text = words.map((word) => word.text).join('')
  if (text.length > MAX_LENGTH || !words.some((word) => word.letters)) return { text, letters: undefined }
  return { text, letters: words.flatMap((word) => word.letters ?? [...word.text].map((letter) => [letter])) }
}

/** The first letter of a word. */
export function initialWord({ text, letters }: OwnWord): OwnWord {
  return { text: initial(text), letters: letters && [[...initialsOf(letters)]] }
}

interface Entry<Value> extends OwnWord {
  value: Value
}

/** Of more own words that begin alike only the first are found by other spellings: each is tried on every word of a text. */
const MAX_NEAR = 24

/** Values by own words, found by every usual spelling of them. */
export class OwnWords<Value> {
  readonly #exact = new Map<string, Value[]>()
  readonly #byInitial = new Map<string, Entry<Value>[]>()

  add({ text, letters }: OwnWord, value: Value): void {
    append(this.#exact, text, value)
    const initials = new Set([initial(text), ...(letters ? initialsOf(letters) : [])])
    for (const first of initials) {
      const near = this.#byInitial.get(first) ?? []
      if (near.length < MAX_NEAR) this.#byInitial.set(first, [...near, { text, letters, value }])
    }
  }

  get size(): number {
    return this.#exact.size
  }

  /** The values of the own words that this word of a text is. */
  get(reading: Reading, word: Word): readonly Value[] {
    const exact = this.#exact.get(word.text)
    if (exact) return exact
    const first = initial(word.text)
    const near = this.#byInitial.get(first)
    const written = near || LATIN_INITIALS.has(first) ? writtenIn(reading, word) : undefined
    const found: Value[] = []
    for (const own of near ?? NONE) if (isSame(own, word.text, written)) found.push(own.value)
    for (const latin of (written && LATIN_INITIALS.get(first)) ?? NONE) {
      for (const own of this.#byInitial.get(latin) ?? NONE) {
        if (isSpelledBy(written!, own.text)) found.push(own.value)
      }
    }
    return found
  }
}

const NONE: readonly never[] = []

/** Whether a word of a text is an own word, in any usual spelling. */
export function isOwnWord(own: OwnWord, reading: Reading, word: Word): boolean {
  return own.text === word.text || isSame(own, word.text, writtenIn(reading, word))
}

function isSame(own: OwnWord, text: string, written: string | undefined): boolean {
  if (own.letters && isSpelling(own.letters, text)) return true
  if (written !== undefined && isSpelledBy(written, own.text)) return true
  return isSameButDigraphs(own.text, text)
}

function isSpelledBy(written: string, text: string): boolean {
  return text[0]! < '\x80' && isSpelling(eachLetter(written), text)
}

/** Of words that are both of plain letters each has so many: `has` is not Haas. */
const MIN_DIGRAPH_LENGTH = 6
const DIGRAPH = /ae|oe|ue|aa|dj/g

function isSameButDigraphs(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < MIN_DIGRAPH_LENGTH) return false
  return withoutDigraphs(one) === withoutDigraphs(other)
}

function withoutDigraphs(text: string): string {
  return text.replace(DIGRAPH, (pair) => pair[0]!)
}

/** The characters with which a word in plain Latin letters can begin, by the first character of the folded word. */
const LATIN_INITIALS = new Map<string, Set<string>>()
for (const [key, ways] of SPELLINGS) {
  const first = initial(fold(key).form)
  if (first < '\x80') continue
  const initials = LATIN_INITIALS.get(first) ?? new Set()
  for (const way of ways) if (way !== '') initials.add(way[0]!)
  LATIN_INITIALS.set(first, initials)
}

/** The word as it stands in the text, in letters of the table, if that shows more spellings than its folded form. */
function writtenIn(reading: Reading, word: Word): string | undefined {
  if (!reading.starts) return undefined
  const written = writtenOf(reading, word)
  return canBeSpelled(written) ? plain(written) : undefined
}

function writtenOf(reading: Reading, { start, end }: Word): string {
  const range = toTextRange(reading, start, end)
  return reading.original.slice(range.start, range.end)
}

function initial(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!)
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
