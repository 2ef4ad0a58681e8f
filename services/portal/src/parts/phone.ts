import { DASH, INVISIBLE, normalForm } from '@jobboard/contracts/characters'
import { type Html, html } from '@jobboard/html/html'
import { userText } from '@jobboard/html/values'

const SEPARATOR = new RegExp(`[\\s().·/${DASH}${INVISIBLE}]`, 'gu')
const NUMBER = /^(\+?\d{3,17})(?:[,;]?(?:extension|ext|x|#)=?(\d{1,8}))?$/i
const ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g

/** A phone number as somebody typed it, a link that calls it where it is one number. */
export function phoneLink(phone: string): Html {
  const href = phoneHref(phone)
  return href === undefined ? userText(phone) : html`<a href=${href}>${userText(phone)}</a>`
}

/** The `tel:` link (RFC 3966) of a text; undefined when it has other words or several numbers. */
export function phoneHref(phone: string): string | undefined {
  const typed = normalForm(phone, 'NFKC')
    .replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 15))
    .trim()
  // `+44 (0)20`: the 0 is dialled within the country only.
  const isInternational = typed.startsWith('+') || typed.startsWith('00')
  const dialled = isInternational ? typed.replace('(0)', '') : typed
  const found = NUMBER.exec(dialled.replace(SEPARATOR, ''))
  return found ? `tel:${found[1]}${found[2] ? `;ext=${found[2]}` : ''}` : undefined
}
