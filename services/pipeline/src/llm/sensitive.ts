import { normalise } from '@jobboard/search-query/tokenise'
import {
  ageStarts,
  ageUnits,
  ageWords,
  always,
  belonging,
  careWork,
  conditions,
  demonyms,
  selfWords,
  treatments,
} from './sensitive-terms.ts'

/** Terms of a list: words, beginnings of words (`word*`) and phrases (`of_two_words`). */
interface TermList {
  /** Whether a term stands in the words, which are in normal form. */
  isIn(words: readonly string[]): boolean
  has(word: string): boolean
}

/** Longest beginning that is looked up. */
const MAX_BEGINNING = 24
// Zero-width and direction marks within a word.
const FORMAT = /\p{Cf}/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text in normal form: no case, no diacritics. */
function wordsOf(text: string): string[] {
  return normalise(text.replace(FORMAT, '')).match(WORD) ?? []
}

/** Reads a list of terms, separated by white space. */
function termList(text: string): TermList {
  const words = new Set<string>()
  const beginnings = new Set<string>()
  // By first word; the last word may be a beginning.
  const phrases = new Map<string, { rest: string[]; isOpen: boolean }[]>()
  for (const term of text.split(/\s+/).filter(Boolean)) {
    const isOpen = term.endsWith('*')
    const [first = '', ...rest] = wordsOf(term.replaceAll('_', ' '))
    if (rest.length > 0) phrases.set(first, [...(phrases.get(first) ?? []), { rest, isOpen }])
    else (isOpen ? beginnings : words).add(first)
  }
  const has = (word: string) => {
    if (words.has(word)) return true
    for (let end = Math.min(word.length, MAX_BEGINNING); end >= 3; end--) {
      if (beginnings.has(word.slice(0, end))) return true
    }
    return false
  }
  const isPhraseAt = (all: readonly string[], index: number) =>
    phrases.get(all[index]!)?.some(({ rest, isOpen }) =>
      rest.every((word, place) => {
        const found = all[index + 1 + place]
        const isLast = place === rest.length - 1
        return found === word || (isLast && isOpen && found?.startsWith(word) === true)
      }),
    ) ?? false
  return { has, isIn: (all) => all.some((word, index) => has(word) || isPhraseAt(all, index)) }
}

const stated = Object.values(always).map(termList)
const ill = termList(conditions)
const treated = termList(treatments)
const caring = termList(careWork)
const self = termList(selfWords)
const belongs = termList(belonging)
const units = termList(ageUnits)
const before = termList(ageWords)
const starts = termList(ageStarts)
const anyCountry = termList(Object.values(demonyms).join(' '))
const byCountry = new Map(Object.entries(demonyms).map(([code, text]) => [code, termList(text)]))

/** Chinese and Japanese have no spaces between words, so their terms are searched in the text. */
const UNSPACED = `
  岁 歲 出生 已婚 未婚 离婚 民族 国籍 宗教 基督 穆斯林 佛教 党员 工会 残疾 怀孕
  歳 生まれ 既婚 独身 国籍 信仰 組合員 障害 妊娠 病気 同性`
  .trim()
  .split(/\s+/)

/** Whether a sentence may state a special category of personal data, age, family, nationality or a criminal record of the
 * author (GDPR Art. 9 and 10). `nationalities`: those of the profile, ISO 3166-1 alpha-2. Linear in the text. */
export function isSensitive(sentence: string, nationalities: readonly string[]): boolean {
  const words = wordsOf(sentence)
  if (stated.some((list) => list.isIn(words))) return true
  const isAboutSelf = self.isIn(words)
  if (ill.isIn(words) && (isAboutSelf || !caring.isIn(words))) return true
  if (isAboutSelf && treated.isIn(words)) return true
  if ((isAboutSelf || belongs.isIn(words)) && anyCountry.isIn(words)) return true
  if (nationalities.some((code) => byCountry.get(code)?.isIn(words))) return true
  return UNSPACED.some((term) => sentence.includes(term)) || statesAge(sentence)
}

// `61 years` as a clause of its own, `I am 61`, `age: 61`; not `led teams for 20 years`.
function statesAge(sentence: string): boolean {
  return sentence.split(/[,;()–—|/•·]/u).some((clause) => {
    const words = wordsOf(clause)
    return words.some((word, index) => {
      if (!isAge(word)) return false
      if (before.has(words[index - 1] ?? '')) return true
      const isEnd = index === words.length - 2 && units.has(words[index + 1]!)
      return isEnd && (index === 0 || starts.has(words[0]!))
    })
  })
}

function isAge(word: string): boolean {
  return /^\d\d$/.test(word) && Number(word) >= 14
}
