import { DASH } from '@jobboard/contracts/characters'
import { isoCountry } from '@jobboard/contracts/iso-codes'
import { type Hide, hideAll, type Reading, toTextRange, type Word, wordTexts } from './reading.ts'

/** Where a person lives. Whatever is absent, null or empty is not looked for. */
export interface OwnPlaces {
  city?: string | null | undefined
  region?: string | null | undefined
  postalCode?: string | null | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | null | undefined
}

/** Longest gap between two words of one place, in characters. */
const MAX_GAP = 3
const MAX_WORDS = 8
/** A shorter name is hidden as it is written alone, or beside another place. */
const MIN_LENGTH = 3
/** Single words of a name of several words are hidden from this length on. */
const MIN_PART_LENGTH = 4
/** Longer names are hidden with an ending too: `Berliner`, `Trondheims`. */
const MIN_STEM_LENGTH = 5

const SEPARATORS = new RegExp(`[,;/|()]|\\s[${DASH}]\\s`, 'u')
const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+$/u
const ENDINGS = ['s', 'er', 'ers', 'ian', 'n', 'en', 'ns']
const MAX_ENDING_LENGTH = 3
/** Words of names of places that are words of any text. */
const GENERIC = new Set(
  `north south east west northern southern eastern western upper lower greater great little saint sankt santa santo grand
  county state province region district city town village area metropolitan metro center centre central valley lake river
  beach hill hills park port puerto porto vila villa ville nova nuevo nueva novo alta alto baja bajo main sous sur`.split(
    /\s+/,
  ),
)
/** `Tromsoe` is Tromsø; a shorter word may be another one, as `can` is for Caen. */
const DIGRAPH = /ae|oe|ue|aa/g
const MIN_DIGRAPH_LENGTH = 4

/** Returns a scanner for where the person lives: city, region and country by their names, in any letter case, with or
 * without marks and blanks (`VILANOVA`, `Vila-Nova`), and the postal code and the codes of the country. */
export function placeScan(
  places: OwnPlaces | undefined,
): (reading: Reading, text: string, hide: Hide) => void {
  const wanted = wantedOf(places ?? {})
  const { names, exact, near, inside } = wanted
  if (names.size + exact.size + near.size === 0) return () => {}
  const starts = new Set([...names].map((name) => name[0]!))
  const longest = Math.max(0, ...[...names].map((name) => name.length)) + MAX_ENDING_LENGTH
  return (reading, text, hide) => {
    const { words, form } = reading
    for (const name of inside) hideAll(form, name, hide)
    if (words.length > 0 && words.length <= MAX_WORDS && words.every((word) => near.has(word.text))) {
      hide(words[0]!.start, words.at(-1)!.end)
    }
    for (let first = 0; first < words.length; first++) {
      const last =
        (starts.has(words[first]!.text[0]!) ? lastOf(words, first, names, longest) : undefined) ??
        lastExact(reading, text, first, exact)
      if (last === undefined) continue
      const [from, to] = [besides(reading, first, -1, near), besides(reading, last, 1, near)]
      hide(words[from]!.start, words[to]!.end)
    }
  }
}

interface Wanted {
  /** Folded, without blanks and digraphs. */
  names: Set<string>
  /** As they are written. */
  exact: Set<string>
  /** Folded; hidden beside a place, and where a text is nothing else. */
  near: Set<string>
  /** Of scripts without blanks: hidden inside words too. */
  inside: Set<string>
}

function wantedOf({ city, region, postalCode, country }: OwnPlaces): Wanted {
  const wanted: Wanted = { names: new Set(), exact: new Set(), near: new Set(), inside: new Set() }
  for (const name of [city, region]) addName(wanted, name ?? '')
  const postal = wordTexts(postalCode ?? '').slice(0, MAX_WORDS)
  if (postal.join('').length >= MIN_LENGTH) add(wanted, postal.join(''))
  for (const part of postal) wanted.near.add(part)
  const { names, codes } = countryNames(country ?? '')
  for (const name of names) add(wanted, wordTexts(name).join(''))
  for (const code of codes) {
    wanted.exact.add(code)
    wanted.near.add(code.toLowerCase())
  }
  return wanted
}

function addName(wanted: Wanted, name: string): void {
  for (const part of new Set([name, ...name.split(SEPARATORS)])) {
    const written = part.trim()
    const words = wordTexts(written).slice(0, MAX_WORDS)
    const joined = words.join('')
    if (joined.length >= MIN_LENGTH || SPACELESS.test(joined)) add(wanted, joined)
    else if (joined !== '') {
      wanted.exact.add(written)
      wanted.near.add(joined)
    }
    if (words.length === 1) continue
    for (const word of words) if (word.length >= MIN_PART_LENGTH && !GENERIC.has(word)) add(wanted, word)
  }
}

function add({ names, inside }: Wanted, name: string): void {
  if (name === '') return
  names.add(withoutDigraphs(name))
  if (SPACELESS.test(name)) inside.add(name)
}

function withoutDigraphs(word: string): string {
  const short = word.replace(DIGRAPH, (letters) => letters[0]!)
  return short.length >= MIN_DIGRAPH_LENGTH ? short : word
}

/** Index of the last word of a name that begins with word `first`. */
function lastOf(
  words: readonly Word[],
  first: number,
  names: Set<string>,
  longest: number,
): number | undefined {
  let joined = ''
  let found: number | undefined
  for (let i = first; i < words.length && i < first + MAX_WORDS; i++) {
    if (i > first && words[i]!.start - words[i - 1]!.end > MAX_GAP) break
    joined += words[i]!.text
    const spelled = withoutDigraphs(joined)
    if (spelled.length > longest) break
    if (names.has(spelled) || hasEnding(spelled, names)) found = i
  }
  return found
}

function hasEnding(word: string, names: Set<string>): boolean {
  return ENDINGS.some((ending) => {
    const stem = word.length - ending.length
    return stem >= MIN_STEM_LENGTH && word.endsWith(ending) && names.has(word.slice(0, stem))
  })
}

/** The same for what is hidden as it is written: `PT`, `U.S.A.`. */
function lastExact(reading: Reading, text: string, first: number, exact: Set<string>): number | undefined {
  const { words, form } = reading
  let joined = ''
  for (let i = first; i < words.length && i < first + MAX_LETTERS; i++) {
    const { start, end } = words[i]!
    const written = toTextRange(reading, start, end)
    joined += text.slice(written.start, written.end)
    if (exact.has(joined)) return i
    // Only single letters with full stops between them are read together.
    if (end - start > 1 || form[end] !== '.' || words[i + 1]?.start !== end + 1) return undefined
  }
  return undefined
}

const MAX_LETTERS = 3

/** Index of the last word in this direction that belongs to the place beside it. */
function besides({ words, form }: Reading, from: number, step: 1 | -1, near: Set<string>): number {
  let at = from
  for (let steps = 0; steps < MAX_WORDS; steps++) {
    const next = words[at + step]
    if (!next || !near.has(next.text)) break
    const [one, other] = step === 1 ? [words[at]!, next] : [next, words[at]!]
    if (other.start - one.end > MAX_GAP || form.slice(one.end, other.start).includes('.')) break
    at += step
  }
  return at
}

/** Languages in which people name their country in an application; that of the country comes beside them. Each takes 5 ms, at
 * its first use. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'ru']

/** What people write beside the codes and names of the standards. */
const ALSO: Record<string, { names?: string[]; codes?: string[] }> = {
  GB: {
    names: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
    codes: ['UK'],
  },
  US: { names: ['USA', 'America'] },
  CI: { names: ['Ivory Coast'] },
  MO: { names: ['Macau'] },
  NL: { names: ['Holland', 'The Netherlands'] },
  CZ: { names: ['Czech Republic'] },
  MK: { names: ['Macedonia'] },
  RU: { names: ['Russia'] },
  KR: { names: ['Korea'] },
  KP: { names: ['Korea'] },
  TR: { names: ['Turkey'] },
  AE: { names: ['UAE'] },
}

/** How a country is written. */
export interface CountryNames {
  names: readonly string[]
  /** Upper case. */
  codes: readonly string[]
}

const known = new Map<string, CountryNames>()
const displays = new Map<string, Intl.DisplayNames>()

/** The names of a country in English, its own main language and some others, and its ISO 3166-1 codes of letters; none for
 * what is no alpha-2 code. */
function countryNames(alpha2: string): CountryNames {
  const country = isoCountry(alpha2)
  if (!country) return { names: [], codes: [] }
  const before = known.get(alpha2)
  if (before) return before
  const { names = [], codes = [] } = ALSO[alpha2] ?? {}
  const own = new Intl.Locale(`und-${alpha2}`).maximize().language
  const shown = [...new Set([...LANGUAGES, own])].map((language) => displayed(language, alpha2))
  const all = [...shown, country.name, ...names].filter((name) => name !== undefined)
  const found = {
    // `Hong Kong SAR China`, `Iran (Islamic Republic of)`, `Congo - Kinshasa`.
    names: [...new Set(all.flatMap((name) => [name, name.split(/ SAR |[(,]| - /)[0]!.trim()]))],
    codes: [...new Set([alpha2, country.alpha3, ...codes])],
  }
  known.set(alpha2, found)
  return found
}

function displayed(language: string, alpha2: string): string | undefined {
  let display = displays.get(language)
  if (!display) {
    display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    displays.set(language, display)
  }
  return display.of(alpha2)
}
