import { initialWord, joinedWord, type OwnWord, OwnWords, ownWords } from './own-words.ts'
import { type Hide, hideAll, isDigit, type Reading, type Scan, type Word } from './reading.ts'

/** Shorter parts are hidden beside others only. */
const MIN_LETTERS = 3
const MIN_JOINED_LETTERS = 4
/** Parts of a first or last name that are tried joined. */
const MAX_JOINED_PARTS = 8
/** Longest gap between two parts of one name, in characters. */
const MAX_GAP = 3

const LETTER = /\p{L}/gu
const NAME_GAP = /^[\s.,_'’-]*$/u
/** Scripts that write words without blanks, and Hangul, which appends to a name. */
const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+$/u

interface Names {
  first: OwnWord[]
  last: OwnWord[]
}

/** Returns a scanner for the person's names in every usual spelling: each part of three letters and more as a word, the
 * full name in both orders, with initials, and joined (`anneoakes`). Parts without a letter or digit count for nothing. */
export function nameScan(firstName: string, lastName: string): Scan {
  const names = { first: ownWords(firstName), last: ownWords(lastName) }
  if (names.first.length + names.last.length === 0) return () => {}
  const classify = classifierOf(names)
  const inside = insideNames(names)
  return (reading, hide) => {
    scanChains(reading, classify, hide)
    for (const name of inside) hideAll(reading.form, name, hide)
  }
}

/** What a word is of the name. A `certain` one is hidden wherever it stands, the others beside one, or first and last together. */
interface Part {
  isCertain: boolean
  isFirst: boolean
  isLast: boolean
}

type Classify = (reading: Reading, word: Word) => Part | undefined

function classifierOf({ first, last }: Names): Classify {
  const known = new Map<string, { word: OwnWord; part: Part }>()
  const add = (word: OwnWord, part: Partial<Part>) => {
    const { part: before } = known.get(word.text) ?? { part: NO_PART }
    known.set(word.text, { word, part: either(before, { ...NO_PART, ...part }) })
  }
  for (const word of first) add(word, { isFirst: true, isCertain: letters(word.text) >= MIN_LETTERS })
  for (const word of last) add(word, { isLast: true, isCertain: letters(word.text) >= MIN_LETTERS })
  for (const word of first) add(initialWord(word), { isFirst: true })
  for (const word of last) add(initialWord(word), {})
  for (const word of joinedNames({ first, last })) add(word, { isCertain: true })
  const parts = new OwnWords<Part>()
  for (const { word, part } of known.values()) parts.add(word, part)
  const classify: Classify = (reading, word) => {
    const found = parts.get(reading, word)
    if (found.length === 0) return undefined
    const part = found.reduce(either)
    return part.isCertain && letters(word.text) < MIN_LETTERS ? { ...part, isCertain: false } : part
  }
  return (reading, word) => {
    const part = classify(reading, word)
    if (part || !(isDigit(word.text[0]!) || isDigit(word.text.at(-1)!))) return part
    const bare = withoutOuterDigits(word)
    return bare && classify(reading, bare)
  }
}

const NO_PART: Part = { isCertain: false, isFirst: false, isLast: false }

function either(one: Part, other: Part): Part {
  return {
    isCertain: one.isCertain || other.isCertain,
    isFirst: one.isFirst || other.isFirst,
    isLast: one.isLast || other.isLast,
  }
}

/** `anneoakes`, `oakesanne`, `vanderberg`, `aoakes`: what words of a text are when the name is written as one. */
function joinedNames({ first, last }: Names): OwnWord[] {
  const [firsts, lasts] = [first.slice(0, MAX_JOINED_PARTS), last.slice(0, MAX_JOINED_PARTS)]
  const joined = [
    [...firsts, ...lasts],
    [...lasts, ...firsts],
  ]
  for (const names of [firsts, lasts]) {
    for (let i = 0; i < names.length; i++) {
      for (let end = i + 2; end <= names.length; end++) joined.push(names.slice(i, end))
    }
  }
  for (const one of firsts) {
    for (const others of [...lasts.map((last) => [last]), lasts]) {
      joined.push([one, ...others], [...others, one])
      if (letters(joinedWord(others).text) >= MIN_LETTERS)
        joined.push([initialWord(one), ...others], [...others, initialWord(one)])
    }
  }
  return joined.map(joinedWord).filter(({ text }) => letters(text) >= MIN_JOINED_LETTERS)
}

/** Hides each run of neighbouring parts that has a certain one, or a first and a last name. */
function scanChains(reading: Reading, classify: Classify, hide: Hide): void {
  const { form, words } = reading
  let chain: { start: number; end: number; parts: Part[] } | undefined
  const report = () => {
    if (!chain) return
    const { parts } = chain
    const isFull = parts.length > 1 && parts.some((part) => part.isFirst) && parts.some((part) => part.isLast)
    if (isFull || parts.some((part) => part.isCertain)) hide(chain.start, chain.end)
    chain = undefined
  }
  for (const word of words) {
    const part = classify(reading, word)
    if (chain && part && isNameGap(form, chain.end, word.start)) {
      chain.end = word.end
      chain.parts.push(part)
      continue
    }
    report()
    if (part) chain = { start: word.start, end: word.end, parts: [part] }
  }
  report()
}

function isNameGap(form: string, start: number, end: number): boolean {
  return end - start <= MAX_GAP && NAME_GAP.test(form.slice(start, end))
}

/** Names that are looked for inside words: those of scripts whose words are not apart. */
function insideNames({ first, last }: Names): string[] {
  const [given, family] = [joinedWord(first).text, joinedWord(last).text]
  const full = [given + family, family + given].filter((name) => letters(name) > 1)
  const parts = [...first, ...last].map(({ text }) => text).filter((name) => letters(name) >= MIN_LETTERS)
  return [...new Set([...full, ...parts])].filter((name) => SPACELESS.test(name))
}

function letters(text: string): number {
  return text.match(LETTER)?.length ?? 0
}

/** `anneoakes88` is `anneoakes`. */
function withoutOuterDigits({ text, start, end }: Word): Word | undefined {
  let [from, to] = [0, text.length]
  while (from < to && isDigit(text[from]!)) from++
  while (to > from && isDigit(text[to - 1]!)) to--
  return from < to
    ? { text: text.slice(from, to), start: start + from, end: end - text.length + to }
    : undefined
}
