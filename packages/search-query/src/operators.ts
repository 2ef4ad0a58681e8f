import { DASH } from '@jobboard/contracts/characters'
import { isLoneWord, normalise, tokenisePattern } from './tokenise.ts'

/** The operators as they are written, in lower case. */
export const operators: Readonly<Record<string, 'and' | 'or' | 'not' | undefined>> = {
  __proto__: null as never,
  and: 'and',
  '&': 'and',
  '&&': 'and',
  or: 'or',
  '|': 'or',
  '||': 'or',
  not: 'not',
}

const RESERVED = new Set(['and', 'or', 'not', 'near', 'andnot', 'ornot'])

/** Whether the letters of words are an operator: such words are searched only in quotes. */
export function isReserved(words: readonly string[]): boolean {
  return RESERVED.has(words.join('').replace(NO_LETTER, ''))
}

/** Whether unquoted text contains an operator with other marks at it: `OR.`, `and/or`, `a+OR+b`, `a-OR-b`, 工OR程 (D-40). Not
 * `drag-and-drop`, which is a phrase. */
export function hasMarkedOperator(text: string): boolean {
  const words = tokenisePattern(text)
  const areReserved = words.map((word) => isReserved([word]))
  const isOnlyOperators = words.length > 0 && !areReserved.includes(false)
  const isAtLetter = areReserved.some(
    (isOne, i) => isOne && [words[i - 1], words[i + 1]].some((word) => word && isLoneWord(word)),
  )
  if (isOnlyOperators || isAtLetter || isReserved(words)) return true
  return WITH_MARK.test(normalise(text)) || WITH_DASH.test(text)
}

const NO_LETTER = /[^\p{L}\p{N}]/gu
const LETTER = "\\p{L}\\p{N}\\p{M}'"
const WITH_MARK = between(`${LETTER}*?${DASH}`, 'and|or|not')
const WITH_DASH = between(LETTER, 'AND|OR|NOT')

function between(others: string, words: string): RegExp {
  return new RegExp(`(?<![${others}])(?:${words})(?![${others}])`, 'u')
}
