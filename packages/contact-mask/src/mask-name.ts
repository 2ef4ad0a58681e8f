import { normalForm, withoutInvisible } from '@jobboard/contracts/characters'
import { fullName } from '@jobboard/contracts/text'
import { HIDDEN } from './contact-mask.ts'

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const MARK = /\p{M}/u

/** Masks a name to the first letter of each part and `***`; a part of one or two characters is `***` alone, and a part without a
 * letter or digit is left out (D-44): `J*** S***`. */
export function maskName(person: { firstName: string; lastName: string }): string {
  const masked = withoutInvisible(fullName(person))
    .split(/\s+/)
    .map((part) => [...normalForm(part, 'NFC')])
    .filter((part) => part.some((character) => LETTER_OR_DIGIT.test(character)))
    .map(maskPart)
  return masked.length > 0 ? masked.join(' ') : HIDDEN
}

function maskPart(part: string[]): string {
  const isShort = part.filter((character) => LETTER_OR_DIGIT.test(character)).length <= 2
  if (isShort) return HIDDEN
  const first = part.findIndex((character) => LETTER_OR_DIGIT.test(character))
  return part[first]! + (MARK.test(part[first + 1] ?? '') ? part[first + 1] : '') + HIDDEN
}
