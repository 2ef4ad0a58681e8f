import { INVISIBLE, LONE_LETTER } from '@jobboard/contracts/characters'

/** A query without its invisible characters (D-40). `positionOf` is the index in the query as sent of one in `text`. */
export interface VisibleQuery {
  text: string
  positionOf(index: number): number
}

/** Drops the invisible characters of a query; a zero width space between two letters of a script without blanks is a blank.
 * Undefined when there is none. */
export function visibleQuery(query: string): VisibleQuery | undefined {
  if (!IS_INVISIBLE.test(query)) return undefined
  let text = ''
  const positions: number[] = []
  let isAfterLetter = false
  let space: number | undefined
  let at = 0
  const add = (character: string, position: number) => {
    for (let unit = 0; unit < character.length; unit++) positions.push(position + unit)
    text += character
  }
  for (const character of query) {
    if (character === ZERO_WIDTH_SPACE && isAfterLetter) space ??= at
    else if (!IS_INVISIBLE.test(character)) {
      const isLetter = IS_LONE_LETTER.test(character)
      if (isLetter && space !== undefined) add(' ', space)
      space = undefined
      isAfterLetter = isLetter || (isAfterLetter && IS_MARK.test(character))
      add(character, at)
    }
    at += character.length
  }
  return { text, positionOf: (index) => positions[index] ?? 0 }
}

const ZERO_WIDTH_SPACE = '\u200b'
const IS_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'u')
const IS_LONE_LETTER = new RegExp(LONE_LETTER, 'u')
// With the halfwidth voiced marks of Kana, which are letters.
const IS_MARK = /^[\p{M}\uff9e\uff9f]/u
