import type { Profile } from '@jobboard/contracts/candidate'
import { countryNumber } from '@jobboard/contracts/country'

/** Replaces everything that is hidden. */
export const HIDDEN = '***'

/** Masks a name to the first letter of each part (D-44): `J*** S***`. */
export function maskName({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>): string {
  const parts = `${firstName} ${lastName}`.trim().split(/\s+/)
  return parts.map((part) => (/[\p{L}\p{N}]\p{M}*/u.exec(part)?.[0] ?? '') + HIDDEN).join(' ')
}

/** Returns a function that masks e-mail addresses, phone numbers, URLs and handles in a text (D-44), the candidate's own
 * in any spelling, and the full name. Prefers to hide too much: numbers of 7 or more digits, domains of companies (P-21). */
export function contactMask(profile: Profile): (text: string) => string {
  const own = ownDetails(profile)
  return (text) => {
    const masked = own.reduce(
      (part, { mayBeIn, pattern }) => (mayBeIn(part) ? part.replace(pattern(), HIDDEN) : part),
      text,
    )
    return SIGN.test(masked) ? maskContacts(masked) : masked
  }
}

function maskContacts(text: string): string {
  return text
    .replace(LINK, HIDDEN)
    .replace(ADDRESS, HIDDEN)
    .replace(SPELLED_ADDRESS, HIDDEN)
    .replace(DOMAIN, (domain, ending: string, path: string | undefined) =>
      isDomain(domain, ending, path) ? HIDDEN : domain,
    )
    .replace(NUMBER, (number) => (isPhone(number) ? HIDDEN : number))
}

// Each pattern of `maskContacts` needs one of these. Most texts have none, and a page of results has 600 texts.
const SIGN = /[@＠:.([{<\p{Nd}]/u

const LINK =
  /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|(?:mailto|tel|sms|sip|skype|whatsapp|telegram):)\s*\S+/giu
// A handle such as @jane counts as an address.
const ADDRESS = /[^\s,;]+\s*[@＠]\s*[^\s@]+\.[^\s@]+|[^\s,;]*[@＠]\S+/gu
const SPELLED_ADDRESS =
  /[^\s,;]+\s*[([{<]\s*at\s*[)\]}>]\s*[^\s,;]+(?:\s*[([{<]?\s*dot\s*[)\]}>]?\s*[^\s,;]+)*/giu
const DOMAIN = /(?<![\p{L}\p{N}.])[\p{L}\p{N}](?:[\p{L}\p{N}-]*\.)+(\p{L}{2,24})(?![\p{L}\p{N}-])(\/\S*)?/gu
const NUMBER = /[+(]*\p{Nd}[\p{Nd}\s()./\\·_–—-]*\p{Nd}/gu

// Top-level domains besides those of the country table.
const TOP_LEVEL_DOMAINS = new Set(
  'com net org edu gov info biz name pro app dev tech site online website page blog cloud email xyz jobs work link eu uk'.split(
    ' ',
  ),
)
// Degrees, files and products that look like domains; with a path they are masked too.
const DOMAIN_LOOKALIKES =
  /^(?:[bm]\.(?:com|tech|sc)|.*\.(?:py|md|rs|sh|pl)|(?:asp|vb|ado|ml)\.net|(?:socket|draw)\.io)$/i
const DOT_NET_SUFFIX = /\.N(?:ET|et)$/

function isDomain(domain: string, ending: string, path: string | undefined): boolean {
  const known =
    TOP_LEVEL_DOMAINS.has(ending.toLowerCase()) || countryNumber(ending.toUpperCase()) !== undefined
  if (!known || path !== undefined) return known
  return !DOMAIN_LOOKALIKES.test(domain) && !DOT_NET_SUFFIX.test(domain)
}

const YEAR = /^(?:19|20)\d\d$/

function isPhone(number: string): boolean {
  const groups = number.match(/\p{Nd}+/gu) ?? []
  return groups.join('').length >= 7 && !groups.every((group) => YEAR.test(group))
}

/** A detail of the candidate. `pattern` is compiled only for a text that may contain it: that takes 20 µs. */
interface OwnDetail {
  mayBeIn(text: string): boolean
  pattern(): RegExp
}

function ownDetails(profile: Profile): OwnDetail[] {
  const { email, phone, linkedInUrl, gitHubUrl, websiteUrl, firstName, lastName } = profile
  const digits = phone?.match(/\p{Nd}/gu) ?? []
  const urls = [linkedInUrl, gitHubUrl, websiteUrl].map((url) => url?.replace(URL_FRAME, ''))
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`].map((name) =>
    name.trim().split(/\s+/),
  )
  return [
    ...[email, ...urls].flatMap((own) => (own ? [ownDetail([own], literal(own), 'giu')] : [])),
    ...(digits.length >= 5 ? [ownDetail(digits, digits.join('[^\\p{L}\\p{N}]*'), 'gu')] : []),
    ...names.map((parts) => ownDetail(parts, parts.map(literal).join('[\\s,._-]+'), 'giu')),
  ]
}

/** A detail whose pattern contains each of `parts`. */
function ownDetail(parts: readonly string[], source: string, flags: string): OwnDetail {
  let compiled: RegExp | undefined
  // Outside of ASCII the folding of a pattern is not that of toLowerCase.
  const folded = parts.every(isAscii) ? parts.map((part) => part.toLowerCase()) : undefined
  return {
    mayBeIn(text) {
      if (!folded || !isAscii(text)) return true
      const lower = text.toLowerCase()
      return folded.every((part) => lower.includes(part))
    },
    pattern: () => (compiled ??= new RegExp(source, flags)),
  }
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

const URL_FRAME = /^[a-z]+:\/\/(?:www\.)?|\/+$/gi

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
