import { scanAddresses } from './addresses.ts'
import { scanDomains } from './domains.ts'
import { toTextRange } from './fold.ts'
import { scanLinks } from './links.ts'
import { nameScan } from './names.ts'
import { ownNumberScan, scanNumbers } from './numbers.ts'
import type { OwnDetails } from './own-details.ts'
import { ownTextScan } from './own-texts.ts'
import { placeScan } from './places.ts'
import { type Reading, read, type Span } from './reading.ts'
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
