import { chunkEnd, type Hide, type Reading, skipSpaces } from './reading.ts'

const SCHEMES = new Set('mailto tel sms sip skype whatsapp telegram viber wechat'.split(' '))
const MAX_SCHEME_LENGTH = 21
const MAX_SPACES = 8

/** Reports URLs with a scheme, `www.` addresses, and what stands after `tel:`, `skype:` and the like. */
export function scanLinks({ form, words }: Reading, hide: Hide): void {
  let hiddenTo = 0
  const hideFrom = (start: number, target: number) => {
    hiddenTo = chunkEnd(form, skipSpaces(form, target, MAX_SPACES))
    hide(start, hiddenTo)
  }
  for (
    let colon = form.indexOf('://');
    colon >= 0;
    colon = form.indexOf('://', Math.max(colon + 3, hiddenTo))
  ) {
    let start = colon
    while (start > hiddenTo && colon - start < MAX_SCHEME_LENGTH && SCHEME_CHARACTER.test(form[start - 1]!))
      start--
    hideFrom(start, colon + 3)
  }
  hiddenTo = 0
  for (const { text, start, end } of words) {
    if (start < hiddenTo) continue
    if (text === 'www' && form[end] === '.') hideFrom(start, end)
    else if (SCHEMES.has(text)) {
      const colon = skipSpaces(form, end, MAX_SPACES)
      if (form[colon] === ':') hideFrom(start, colon + 1)
    }
  }
}

const SCHEME_CHARACTER = /^[a-z0-9+.-]$/
