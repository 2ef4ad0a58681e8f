import { normalForm, withoutInvisible } from '@jobboard/contracts/characters'
import { fullName } from '@jobboard/contracts/text'
import { scanAddresses, scanDomains, scanLinks } from './addresses.ts'
import { nameScan } from './names.ts'
import { ownNumberScan, scanNumbers } from './numbers.ts'
import { type OwnDetails, ownTextScan } from './own-texts.ts'
import { placeScan } from './places.ts'
import { type Reading, read, type Span, toTextRange } from './reading.ts'
import { scanSpelled } from './spelled.ts'

/** Replaces everything that is hidden. */
export const HIDDEN = '***'

/** Hides contact details in the texts of one person. */
export interface ContactMask {
  /** The text with `***` in place of each hidden part. */
  mask(text: string): string
  /** The hidden parts, as indexes in the text: in order, apart from each other. */
  ranges(text: string): Span[]
}

/** Masks e-mail addresses, phone numbers, links and handles of anybody, and the names, addresses and profile slugs of the person
 * (D-44). Time grows with the length of the text; one text should have at most some 10,000 characters between two
 * yields to the event loop. */
export function contactMask(own: OwnDetails): ContactMask {
  const ownScans = [
    nameScan(own.firstName ?? '', own.lastName ?? ''),
    ownTextScan(own),
    ownNumberScan(own.phone ?? ''),
  ]
  const scanPlaces = placeScan(own.places)
  const ranges = (text: string): Span[] => {
    const reading = read(text)
    const found: Span[] = []
    const hide = (start: number, end: number) => void found.push({ start, end })
    for (const scan of [...ownScans, scanLinks, scanAddresses, scanSpelled, scanNumbers]) scan(reading, hide)
    scanDomains(reading, text, hide)
    scanPlaces(reading, text, hide)
    return inText(reading, merge(found))
  }
  return {
    ranges,
    mask(text) {
      let masked = ''
      let shown = 0
      for (const { start, end } of ranges(text)) {
        masked += text.slice(shown, start) + HIDDEN
        shown = end
      }
      return masked + text.slice(shown)
    },
  }
}

function merge(found: Span[]): Span[] {
  const merged: Span[] = []
  for (const span of found.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else merged.push(span)
  }
  return merged
}

/** Two parts of the folded text can be of one character. */
function inText(reading: Reading, spans: Span[]): Span[] {
  return merge(spans.map(({ start, end }) => toTextRange(reading, start, end)))
}

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
