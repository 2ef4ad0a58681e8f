import { normalForm, withoutInvisible } from '@jobboard/contracts/characters'
import { isOwnWord, joinedWord, type OwnWord, OwnWords, ownWords } from './own-words.ts'
import type { OwnPlaces } from './places.ts'
import { chunkEnd, type Reading, type Scan, type Word, wordTexts } from './reading.ts'

/** What a person's texts must not show. Whatever is absent, null or empty is not looked for. */
export interface OwnDetails {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  linkedInUrl?: string | null | undefined
  gitHubUrl?: string | null | undefined
  websiteUrl?: string | null | undefined
  street?: string | null | undefined
  /** Absent where city and country are shown. */
  places?: OwnPlaces | undefined
}

/** Longest gap between two words of an own detail, in characters. */
const MAX_GAP = 3
/** Of a longer detail the first words are looked for. */
const MAX_WORDS = 8
/** Parts of the path of an address that are looked for. */
const MAX_SEGMENTS = 5
/** A shorter single word is no profile slug. */
const MIN_SLUG_LENGTH = 3
/** A shorter single word is neither a mailbox, a host nor a street that identifies a person. */
const MIN_WORD_LENGTH = 4

// Parts of addresses that name a service or a page, and mailboxes that name nobody.
const GENERIC = new Set(
  `www http https com in pub profile profiles user users people me about home index blog cv resume portfolio contact info mail email
  hello jobs job office admin team public www2 app web site page pages github gitlab bitbucket linkedin twitter facebook instagram
  medium wordpress behance dribbble sites google youtube stackoverflow notion linktr kaggle codepen npmjs pypi python crates
  huggingface leetcode hackerrank researchgate orcid scholar xing indeed`.split(/\s+/),
)
/** Words between the parts of an address that is spelled out. */
const SPOKEN = new Set(['at', 'dot', 'arroba', 'punto', 'ponto', 'punkt'])

/** Words that are hidden where they stand one after another. */
interface Sequence {
  words: readonly OwnWord[]
  /** What follows directly after a slash belongs to it. */
  hasPath: boolean
}

/** Returns a scanner for the person's own addresses, profile slugs and street, in any spelling. */
export function ownTextScan(own: OwnDetails): Scan {
  const byFirst = new OwnWords<Sequence>()
  const joined = new OwnWords<true>()
  for (const sequence of sequencesOf(own)) {
    byFirst.add(sequence.words[0]!, sequence)
    const word = joinedWord(sequence.words)
    if (word.text.length >= MIN_WORD_LENGTH) joined.add(word, true)
  }
  if (byFirst.size === 0) return () => {}
  return (reading, hide) => {
    const { form, words } = reading
    let pathEnd = 0
    for (const [i, word] of words.entries()) {
      if (joined.get(reading, word).length > 0) hide(word.start, word.end)
      // The path of an address is hidden whole.
      if (word.start < pathEnd) continue
      for (const { words: wanted, hasPath } of byFirst.get(reading, word)) {
        const end = sequenceEnd(reading, i, wanted)
        if (end === undefined) continue
        if (hasPath && form[end] === '/') pathEnd = chunkEnd(form, end)
        hide(word.start, Math.max(end, pathEnd))
      }
    }
  }
}

/** Where the words of a sequence that starts with word `from` end; undefined when others follow. */
function sequenceEnd(reading: Reading, from: number, wanted: readonly OwnWord[]): number | undefined {
  const { words } = reading
  const isWord = (at: number, own: OwnWord) => words[at] !== undefined && isOwnWord(own, reading, words[at])
  let last = from
  for (const own of wanted.slice(1)) {
    let next = last + 1
    if (words[next] && SPOKEN.has(words[next]!.text) && !isWord(next, own)) next++
    if (!isWord(next, own) || !areNear(words, last, next)) return undefined
    last = next
  }
  return words[last]!.end
}

function areNear(words: readonly Word[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (words[i + 1]!.start - words[i]!.end > MAX_GAP) return false
  return true
}

function sequencesOf({ email, linkedInUrl, gitHubUrl, websiteUrl, street }: OwnDetails): Sequence[] {
  const [box, ...domain] = (email ?? '').split('@')
  const [linkedIn, gitHub, website] = [linkedInUrl, gitHubUrl, websiteUrl].map((url) => partsOf(url ?? ''))
  return [
    ...sequence(`${box} ${domain.join(' ')}`, domain.length > 0 ? MIN_SLUG_LENGTH : MIN_WORD_LENGTH),
    ...sequence(box!, MIN_WORD_LENGTH),
    ...hosts(domain.join(' '), isOwnHost(domain.join(' '))),
    ...linkedIn!.segments.flatMap((segment) => sequence(segment, MIN_SLUG_LENGTH)),
    ...gitHub!.segments.slice(0, 1).flatMap((segment) => sequence(segment, MIN_SLUG_LENGTH)),
    ...[linkedIn!.whole, gitHub!.whole, website!.whole].flatMap((whole) => sequence(whole, Infinity, true)),
    ...hosts(website!.host, isOwnHost(website!.host)),
    ...sequence(wordTexts(website!.host).find((label) => !GENERIC.has(label)) ?? '', MIN_WORD_LENGTH),
    ...website!.segments.slice(0, 2).flatMap((segment) => sequence(segment, MIN_WORD_LENGTH)),
    ...sequence(street ?? '', MIN_WORD_LENGTH + 1),
  ]
}

/** The host as a whole, unless it is that of a service with many users. */
function hosts(host: string, isOwn: boolean): Sequence[] {
  return isOwn ? sequence(host, Infinity, true) : []
}

function isOwnHost(host: string): boolean {
  return !wordTexts(host).some((label) => GENERIC.has(label) && label !== 'www' && label !== 'com')
}

/** The words of a detail; nothing when it is a single word that is shorter, or generic. */
function sequence(text: string, minLength: number, hasPath = false): Sequence[] {
  const words = ownWords(text).slice(0, MAX_WORDS)
  const [first] = words
  if (first === undefined) return []
  if (words.length === 1 && (first.text.length < minLength || GENERIC.has(first.text))) return []
  return [{ words, hasPath }]
}

/** The parts of a URL. `whole` is without the scheme and `www`. */
function partsOf(url: string): { whole: string; host: string; segments: string[] } {
  // Not folded: accents tell how a word is spelled.
  const form = withoutInvisible(normalForm(url, 'NFKC')).toLowerCase()
  const scheme = form.indexOf('://')
  const rest = form.slice(scheme < 0 ? 0 : scheme + 3).split(/[?#]/, 1)[0]!
  const [authority = '', ...path] = rest.split('/')
  const host = authority.split('@').at(-1)!.split(':')[0]!
  const bare = host.startsWith('www.') ? host.slice(4) : host
  const segments = path.map(decoded).filter((segment) => !GENERIC.has(segment) && segment !== '')
  return { whole: [bare, ...path].join('/'), host: bare, segments: segments.slice(0, MAX_SEGMENTS) }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
