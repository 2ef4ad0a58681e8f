import { type Hide, type Reading, type Scan, type Word, wordTexts } from './reading.ts'

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
  first: string[]
  last: string[]
}

/** Returns a scanner for the person's names: each part of three letters and more as a word, the full name in both orders, with
 * initials, and joined (`anneoakes`). Parts without a letter or digit count for nothing. */
export function nameScan(firstName: string, lastName: string): Scan {
  const names = { first: wordTexts(firstName), last: wordTexts(lastName) }
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

function classifierOf({ first, last }: Names): (word: Word) => Part | undefined {
  const parts = new Map<string, Part>()
  const add = (text: string, part: Partial<Part>) => {
    const known = parts.get(text) ?? { isCertain: false, isFirst: false, isLast: false }
    parts.set(text, {
      isCertain: known.isCertain || (part.isCertain ?? false),
      isFirst: known.isFirst || (part.isFirst ?? false),
      isLast: known.isLast || (part.isLast ?? false),
    })
  }
  for (const text of first) add(text, { isFirst: true, isCertain: letters(text) >= MIN_LETTERS })
  for (const text of last) add(text, { isLast: true, isCertain: letters(text) >= MIN_LETTERS })
  for (const text of first) add(initial(text), { isFirst: true })
  for (const text of last) add(initial(text), {})
  for (const text of joinedNames({ first, last })) add(text, { isCertain: true })
  return ({ text }) => {
    const part = parts.get(text)
    if (part || !(isDigit(text[0]!) || isDigit(text.at(-1)!))) return part
    const bare = parts.get(withoutOuterDigits(text))
    return bare?.isCertain ? bare : undefined
  }
}

/** `anneoakes`, `oakesanne`, `vanderberg`, `aoakes`: what words of a text are when the name is written as one. */
function joinedNames({ first, last }: Names): string[] {
  const [firsts, lasts] = [first.slice(0, MAX_JOINED_PARTS), last.slice(0, MAX_JOINED_PARTS)]
  const joined = [firsts.join('') + lasts.join(''), lasts.join('') + firsts.join('')]
  for (const names of [firsts, lasts]) {
    for (let i = 0; i < names.length; i++) {
      for (let end = i + 2; end <= names.length; end++) joined.push(names.slice(i, end).join(''))
    }
  }
  for (const one of firsts) {
    for (const other of [...lasts, lasts.join('')]) {
      joined.push(one + other, other + one)
      if (letters(other) >= MIN_LETTERS) joined.push(initial(one) + other, other + initial(one))
    }
  }
  return joined.filter((text) => letters(text) >= MIN_JOINED_LETTERS)
}

/** Hides each run of neighbouring parts that has a certain one, or a first and a last name. */
function scanChains({ form, words }: Reading, classify: (word: Word) => Part | undefined, hide: Hide): void {
  let chain: { start: number; end: number; parts: Part[] } | undefined
  const report = () => {
    if (!chain) return
    const { parts } = chain
    const isFull = parts.length > 1 && parts.some((part) => part.isFirst) && parts.some((part) => part.isLast)
    if (isFull || parts.some((part) => part.isCertain)) hide(chain.start, chain.end)
    chain = undefined
  }
  for (const word of words) {
    const part = classify(word)
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
  const [given, family] = [first.join(''), last.join('')]
  const full = [given + family, family + given].filter((name) => letters(name) > 1)
  const parts = [...first, ...last].filter((name) => letters(name) >= MIN_LETTERS)
  return [...new Set([...full, ...parts])].filter((name) => SPACELESS.test(name))
}

function hideAll(form: string, name: string, hide: Hide): void {
  for (let i = form.indexOf(name); i >= 0; i = form.indexOf(name, i + name.length)) hide(i, i + name.length)
}

function letters(text: string): number {
  return text.match(LETTER)?.length ?? 0
}

function initial(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!)
}

/** `anneoakes88` is `anneoakes`. */
function withoutOuterDigits(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isDigit(text[start]!)) start++
  while (end > start && isDigit(text[end - 1]!)) end--
  return text.slice(start, end)
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
