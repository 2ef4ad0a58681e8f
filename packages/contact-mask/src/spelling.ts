import { INVISIBLE, normalForm, withoutInvisible } from '@jobboard/contracts/characters'
import { fold } from './fold.ts'
import { SPELLINGS } from './spellings.ts'

/** A word letter by letter, each with the ways in which it is written in plain Latin letters. */
export type Letters = readonly (readonly string[])[]

/** A longer word has one spelling. */
export const MAX_LENGTH = 40
const LONGEST_KEY = Math.max(...[...SPELLINGS.keys()].map((key) => key.length))
const NOT_ASCII = /[^\0-\x7f]/
const MARKS = new RegExp(`[\\p{M}${INVISIBLE}]`, 'u')

/** The letters of a word as it was written; undefined when none of them has a spelling in the table. */
export function lettersOf(written: string): Letters | undefined {
  if (!canBeSpelled(written)) return undefined
  const word = plain(written)
  return [...word].some((letter) => SPELLINGS.has(letter)) ? [...eachLetter(word)] : undefined
}

/** Whether a word can be written in plain Latin letters in a way that its folded form does not show. */
export function canBeSpelled(written: string): boolean {
  return written.length <= MAX_LENGTH && NOT_ASCII.test(written)
}

/** The ways in which each letter of a word is written. */
export function* eachLetter(word: string): Generator<readonly string[]> {
  for (let at = 0; at < word.length; ) {
    const key = keyAt(word, at)
    yield SPELLINGS.get(key) ?? [fold(key).form]
    at += key.length
  }
}

function keyAt(word: string, at: number): string {
  for (let length = LONGEST_KEY; length > 1; length--) {
    const key = word.slice(at, at + length)
    if (key.length === length && SPELLINGS.has(key)) return key
  }
  return String.fromCodePoint(word.codePointAt(at)!)
}

/** A word in the letters of the table: lower case, without accents that make no difference. */
export function plain(written: string): string {
  const word = MARKS.test(written) ? normalForm(withoutInvisible(written), 'NFKC') : written
  let letters = ''
  for (const letter of word) letters += letter < '\x80' ? letter.toLowerCase() : tableLetter(letter)
  return letters
}

/** Letters that are kept, about 100 bytes each. */
const MAX_KNOWN = 20_000
const known = new Map<string, string>()

function tableLetter(letter: string): string {
  const cached = known.get(letter)
  if (cached !== undefined) return cached
  const lower = normalForm(letter.toLowerCase(), 'NFKC')
  const base = normalForm(lower, 'NFKD')[0]!
  const found = SPELLINGS.has(lower) || base < '\x80' || !SPELLINGS.has(base) ? lower : base
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(letter, found)
  return found
}

/** The characters with which a word of these letters begins. */
export function initialsOf(letters: Letters): Set<string> {
  const initials = new Set<string>()
  for (const ways of letters) {
    for (const way of ways) if (way !== '') initials.add(way[0]!)
    if (!ways.includes('')) break
  }
  return initials
}

/** No way of writing a letter is longer than `shch`. */
const MAX_SPELLING = 4 * MAX_LENGTH
const reached = new Int32Array(MAX_SPELLING + 1)
let step = 0

/** Whether a folded word is a spelling of these letters. */
export function isSpelling(letters: Iterable<readonly string[]>, folded: string): boolean {
  if (folded.length > MAX_SPELLING) return false
  let ends = [0]
  for (const ways of letters) {
    const next: number[] = []
    step = (step + 1) | 0
    for (const end of ends) {
      for (const way of ways) {
        const to = end + way.length
        if (reached[to] === step || !folded.startsWith(way, end)) continue
        reached[to] = step
        next.push(to)
      }
    }
    if (next.length === 0) return false
    ends = next
  }
  return ends.includes(folded.length)
}
