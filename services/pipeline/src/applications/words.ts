import { contactMask } from '@jobboard/contact-mask/contact-mask'
import { normalForm } from '@jobboard/contracts/characters'
import { invalid } from '@jobboard/contracts/page'
import { encodeWord, tokenise } from '@jobboard/search-query/tokenise'

/** What q reads of an application. */
export interface Searched {
  employerId: number
  erasedAt: Date | null
  name: string
  email: string
  headline: string | null
  phone: string | null
}

/** Words of one text that are found: more than a real one has. */
const MAX_WORDS = 60
/** Characters by which names are ordered. */
const MAX_NAME_LENGTH = 200
/** Of so many digits a text is a phone number, however it is grouped. */
const MIN_PHONE_DIGITS = 7
/** A part of a number that begins a group of digits, or follows a prefix of a country, is found from so many digits on. */
const MIN_PART_DIGITS = 4
const MAX_PREFIX_DIGITS = 3

/** What lists find and sort an application by; of an erased one nothing. */
export function listTerms(application: Searched): { listName: string; lexemes: string[] } {
  if (application.erasedAt) return { listName: '', lexemes: [] }
  return { listName: nameInOrder(application.name), lexemes: lexemesOf(application) }
}

/** The words of a name without case and accents, by which a list is ordered; without an address in it, which an Interviewer
 * must not find. */
function nameInOrder(name: string): string {
  const words = tokenise(contactMask({}).mask(name), MAX_WORDS).join(' ')
  // Without half a letter at the end.
  return words.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')
}

/** The lexemes of an application: its words, each with the employer. */
function lexemesOf({ employerId, name, email, headline, phone }: Searched): string[] {
  const words = [name, email, headline ?? ''].flatMap((text) => tokenise(text, MAX_WORDS))
  return [...new Set([...words, ...phoneWords(phone ?? '')])].map((word) => lexeme(employerId, word))
}

// All digits, from each group on and without the prefix of a country, since a number is written in many ways.
function phoneWords(phone: string): string[] {
  const groups = normalForm(phone.slice(0, MAX_NAME_LENGTH), 'NFKC').match(/\d+/g) ?? []
  const digits = groups.join('').slice(0, MAX_WORDS)
  const starts = Array.from({ length: MAX_PREFIX_DIGITS + 1 }, (_, prefix) => prefix)
  let start = 0
  for (const group of groups) {
    starts.push(start)
    start += group.length
  }
  const parts = starts.map((from) => digits.slice(from)).filter((part) => part.length >= MIN_PART_DIGITS)
  return [...groups, ...parts].filter((word) => word.length <= MAX_WORDS)
}

const lexeme = (employerId: number, word: string) => `${employerId}/${encodeWord(word)}`

/** The words that q asks for. */
export interface WantedWords {
  /** As text to cast to tsquery: the longest words, which an index finds, and all of them. */
  longest: string
  all: string
  /** For a reader who sees no more than the name. */
  words: string[]
}

/** Words of a query that are looked up in the index; the other ones are checked in what these find. */
const MAX_LOOKED_UP = 5

/** The words of q, each the beginning of a word of the application. Throws invalid_request without any. */
export function wantedWords(employerId: number, q: string): WantedWords {
  const words = [...new Set(tokenise(joinNumbers(q), MAX_WORDS * 4))]
  if (words.length === 0) throw invalid('q', 'must contain a letter or a digit')
  const beginnings = words.map((word) => beginning(employerId, word))
  const longest = [...words.keys()]
    .sort((a, b) => words[b]!.length - words[a]!.length)
    .slice(0, MAX_LOOKED_UP)
  return { longest: longest.map((i) => beginnings[i]).join(' & '), all: beginnings.join(' & '), words }
}

/** The digits of what looks like a phone number as one word. */
function joinNumbers(q: string): string {
  return normalForm(q, 'NFKC').replace(/\d[\d\s()./-]{5,}/g, (text) => {
    const digits = text.replace(/\D/g, '')
    return digits.length < MIN_PHONE_DIGITS ? text : ` ${digits} `
  })
}

// Encoded words have neither quotes nor backslashes. A number may be stored with the prefix of a country in place of zeros.
function beginning(employerId: number, word: string): string {
  const found = `'${lexeme(employerId, word)}':*`
  const national = /^\d{7,}$/.test(word) ? word.replace(/^0+/, '') : word
  return national === word || national === '' ? found : `(${found} | '${lexeme(employerId, national)}':*)`
}
