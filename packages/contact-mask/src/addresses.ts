import { countryNumber } from '@jobboard/contracts/iso-codes'
import { chunkEnd, type Hide, isSpace, type Reading, skipSpaces, toTextRange } from './reading.ts'

const MAX_SPACES = 8

/** Reports e-mail addresses and handles: what stands around an `@`. */
export function scanAddresses({ form }: Reading, hide: Hide): void {
  let hiddenTo = 0
  for (let at = form.indexOf('@'); at >= 0; at = form.indexOf('@', Math.max(at + 1, hiddenTo))) {
    const target = skipSpaces(form, at + 1, MAX_SPACES)
    const end = targetEnd(form, target)
    // `@jane` is a handle; after a blank only a domain counts: `Engineer @ Work`.
    const isHandle = target === at + 1 && end > target
    if (!isHandle && !hasInnerDot(form, target, end)) continue
    const ending = form.slice(target, end).split('.').at(-1)!
    // A blank before it: `jane @ mail.example.org`, and not the word before the handle `@jane.doe`.
    const isApart = !isHandle || (hasInnerDot(form, target, end) && isTopLevelDomain(ending))
    hide(localStart(form, at, { hiddenTo, isApart }), end)
    hiddenTo = end
  }
}

function targetEnd(form: string, from: number): number {
  let end = from
  while (end < form.length && !isSpace(form[end]) && !SEPARATORS.has(form[end]!)) end++
  return end
}

const SEPARATORS = new Set(',;|')

function hasInnerDot(form: string, start: number, end: number): boolean {
  const target = form.slice(start, end)
  const dot = target.indexOf('.', 1)
  return !target.startsWith('@') && dot > 0 && dot < target.length - 1
}

function localStart(
  form: string,
  at: number,
  { hiddenTo, isApart }: { hiddenTo: number; isApart: boolean },
): number {
  let start = at
  if (isApart) while (start > hiddenTo && at - start < MAX_SPACES && isSpace(form[start - 1])) start--
  while (start > hiddenTo && !isSpace(form[start - 1]) && !SEPARATORS.has(form[start - 1]!)) start--
  return start
}

const SCHEMES = new Set('mailto tel sms sip skype whatsapp telegram viber wechat'.split(' '))
const MAX_SCHEME_LENGTH = 21

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

// Top-level domains besides those of the country table.
const TOP_LEVEL_DOMAINS = new Set(
  'com net org edu gov info biz name pro app dev tech site online website page blog cloud email xyz jobs work link eu uk'.split(
    ' ',
  ),
)
// Degrees, products and endings of files that look like domains; with a path they are hidden too.
const LOOKALIKES = new Set(
  'b.com m.com b.tech m.tech b.sc m.sc asp.net vb.net ado.net ml.net socket.io draw.io'.split(' '),
)
const FILE_ENDINGS = new Set('py md rs sh pl'.split(' '))

// Runs of one class of characters: a match never steps back.
const RUN = /[\p{L}\p{N}.-]+/gu
const ASCII_RUN = /[a-z0-9.-]+/g
const LETTERS = /^\p{L}{2,24}$/u

/** Whether a label is a top-level domain that people write. */
export function isTopLevelDomain(label: string): boolean {
  return TOP_LEVEL_DOMAINS.has(label) || countryNumber(label.toUpperCase()) !== undefined
}

/** Reports domains without a scheme, such as `jane.dev/cv`. */
export function scanDomains(reading: Reading, text: string, hide: Hide): void {
  const { form, starts } = reading
  if (!form.includes('.')) return
  let hiddenTo = 0
  for (const { 0: run, index } of form.matchAll(starts ? RUN : ASCII_RUN)) {
    if (index < hiddenTo || !run.includes('.')) continue
    const labels = run.split('.').filter((label) => label !== '')
    const ending = labels.at(-1)!
    if (labels.length < 2 || !LETTERS.test(ending) || !isTopLevelDomain(ending)) continue
    const end = index + run.length
    const isAddressed = form[end] === '/' || form[end] === ':'
    const { start: from, end: to } = toTextRange(reading, index, end)
    if (!isAddressed && isLookalike(labels, text.slice(from, to))) continue
    hiddenTo = isAddressed ? chunkEnd(form, end) : end
    hide(index, hiddenTo)
  }
}

function isLookalike(labels: readonly string[], spelling: string): boolean {
  if (FILE_ENDINGS.has(labels.at(-1)!) || LOOKALIKES.has(labels.join('.'))) return true
  return spelling.endsWith('.NET') || spelling.endsWith('.Net')
}
