import { DASH, INVISIBLE } from '@jobboard/contracts/characters'
import { type Html, html } from '../html/html.ts'
import { userText } from '../html/values.ts'

const SEPARATOR = new RegExp(`[\\s().·/${DASH}${INVISIBLE}]`, 'gu')
const EXTENSION = /[\s,;]*(?:ext(?:ension)?\.?|x|#)\s*=?\s*(\d{1,8})$/i
const ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g

/** A phone number as somebody typed it, a link that calls it where it is one number. */
export function phoneLink(phone: string): Html {
  const href = phoneHref(phone)
  return href === undefined ? userText(phone) : html`<a href=${href}>${userText(phone)}</a>`
}

/** The `tel:` link (RFC 3966) of a text; undefined when it has other words or several numbers. */
export function phoneHref(phone: string): string | undefined {
  const typed = phone
    .normalize('NFKC')
    .replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 15))
    .trim()
  const extension = EXTENSION.exec(typed)
  const main = extension ? typed.slice(0, extension.index) : typed
  // `+44 (0)20`: the 0 is dialled within the country only.
  const national = /^(\+|00)/.test(main) ? main.replace('(0)', '') : main
  const number = national.replace(SEPARATOR, '')
  if (!/^\+?\d{3,17}$/.test(number)) return undefined
  return `tel:${number}${extension ? `;ext=${extension[1]}` : ''}`
}
