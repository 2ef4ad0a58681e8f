import { isTopLevelDomain } from './addresses.ts'
import { type Hide, isSpace, type Reading, type Word } from './reading.ts'

const AT = new Set(['at', 'arroba'])
const DOT = new Set(['dot', 'punto', 'ponto', 'punkt'])
/** Mail services that are hardly a place of work: after "at" they need no ending. */
const MAIL_SERVICES = new Set('gmail googlemail hotmail protonmail'.split(' '))
/** After these and "at" a domain is an address, and not the employer that "Developer at example.com" names. */
const MAIL_DOMAINS = new Set(
  'gmail googlemail hotmail protonmail outlook yahoo icloud gmx web mail live aol yandex proton fastmail zoho'.split(
    ' ',
  ),
)
/** Endings that stand alone after a spelled dot; `dot net` is a product. */
const SPOKEN_ENDINGS = new Set('com org dev info biz edu email xyz me io'.split(' '))
const OPENING = new Set('([{<')
const CLOSING = new Set(')]}>')

/** Longest gap between two words of an address, in characters: ` (at) `. */
const MAX_GAP = 4
/** Most words of an address to the left and to the right of "at". */
const MAX_WORDS = 8

/** Reports addresses in words: `jane (at) mail (dot) org`, `jane dot doe at gmail dot com`, `gmail dot com`. */
export function scanSpelled({ form, words }: Reading, hide: Hide): void {
  for (const [i, word] of words.entries()) {
    if (AT.has(word.text)) scanAt({ form, words }, i, hide)
    else if (isDot(words, i) && i > 0) scanDot(words, i, hide)
  }
}

type Text = Pick<Reading, 'form' | 'words'>

function scanAt({ form, words }: Text, at: number, hide: Hide): void {
  const [before, after] = [words[at - 1], words[at + 1]]
  if (!before || !after || !isNear(before, words[at]!) || !isNear(words[at]!, after)) return
  const tail = domainTail({ form, words }, at + 1)
  const isMail =
    isBracketed(form, words[at]!) ||
    MAIL_SERVICES.has(after.text) ||
    (tail.isDomain && (tail.isSpelled || MAIL_DOMAINS.has(after.text)))
  if (!isMail) return
  hide(words[localStart({ form, words }, at - 1)]!.start, words[tail.last]!.end)
}

/** `gmail dot com`. */
function scanDot(words: readonly Word[], dot: number, hide: Hide): void {
  const [before, after] = [words[dot - 1]!, words[dot + 1]]
  if (after && isNear(before, words[dot]!) && isNear(words[dot]!, after) && SPOKEN_ENDINGS.has(after.text))
    hide(before.start, after.end)
}

/** The labels from word `from` on that dots join. */
function domainTail({ form, words }: Text, from: number) {
  let last = from
  let isSpelled = false
  while (last - from < MAX_WORDS) {
    const next = words[last + 1]
    if (!next) break
    const gap = form.slice(words[last]!.end, next.start)
    const target = words[last + 2]
    if (isDot(words, last + 1) && target && isNear(words[last]!, next) && isNear(next, target)) {
      isSpelled = true
      last += 2
    } else if (gap.trim() === '.' && gap.length <= MAX_GAP) last++
    else break
  }
  return { last, isSpelled, isDomain: last > from && isTopLevelDomain(words[last]!.text) }
}

/** The first word of the local part that ends with word `last`: `jane dot doe`, `jane.doe`. */
function localStart({ form, words }: Text, last: number): number {
  let first = last
  while (first > 0 && last - first < MAX_WORDS) {
    const gap = form.slice(words[first - 1]!.end, words[first]!.start)
    if (isDot(words, first - 1) && first > 1) first -= 2
    else if (gap !== '' && gap.length <= 2 && !hasSpaceOrComma(gap)) first--
    else break
  }
  return first
}

function hasSpaceOrComma(gap: string): boolean {
  return Array.from(gap).some((character) => isSpace(character) || character === ',' || character === ';')
}

function isDot(words: readonly Word[], i: number): boolean {
  return DOT.has(words[i]!.text)
}

function isNear(one: Word, next: Word): boolean {
  return next.start - one.end <= MAX_GAP
}

function isBracketed(form: string, { start, end }: Word): boolean {
  const before = form.slice(start - 2 < 0 ? 0 : start - 2, start).trim()
  return OPENING.has(before.at(-1) ?? '') && CLOSING.has(form.slice(end, end + 2).trim()[0] ?? '')
}
