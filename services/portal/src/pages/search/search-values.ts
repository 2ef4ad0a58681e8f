import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Input } from '@jobboard/contracts/endpoint'
import { countryCode } from '@jobboard/contracts/iso-codes'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import type { searchCandidates } from '@jobboard/contracts/search/search'
import { withLineFeeds } from '@jobboard/contracts/text'
import { type Entered, type FormData, number, text } from '../../http/form.ts'
import { checkQuery } from './check-query.ts'
import { countryName, readCountries } from './countries.ts'
import { texts } from './texts.ts'

/** A search as it stands in a form and in an address: texts, by the name of the field. */
export interface SearchValues {
  query: string
  countries: string
  days: string
  size: string
  page: string
}
export type SearchBody = Input<typeof searchCandidates>['body']

export const pageSizes = [10, 20, 50, MAX_PAGE_SIZE]
const DEFAULT_SIZE = '20'
/** Characters of the field with countries. */
export const MAX_COUNTRIES = 2_000
const MAX_NAMES = 10
const MAX_NUMBER = 20
/** Characters of a query in an address; a longer one is packed, so that proxies with 8 KB for a line let it through. */
const MAX_PLAIN = 4_000
const MAX_UNPACKED_BYTES = 10_000

/** The values of a form or of an address. */
export function valuesOf(sent: FormData): SearchValues {
  const query = text(sent, 'query') || unpacked(text(sent, 'packed'))
  return {
    // As the browser shows it: a form sends CR and LF, and positions would differ.
    query: withLineFeeds(query),
    countries: text(sent, 'countries'),
    days: text(sent, 'days'),
    size: text(sent, 'size') || DEFAULT_SIZE,
    page: text(sent, 'page') || '1',
  }
}

/** The body of the search, or what is wrong with it by field. What is left to check, the service checks. */
export function readSearch(values: SearchValues): { body: SearchBody } | { errors: Entered['errors'] } {
  const checked = checkQuery(values.query)
  const { numbers, unknown } = readCountries(values.countries.slice(0, MAX_COUNTRIES))
  const errors: Entered['errors'] = {}
  if (!('normalized' in checked)) errors.query = checked.message
  if (values.countries.length > MAX_COUNTRIES) errors.countries = texts.tooLong(MAX_COUNTRIES)
  else if (unknown[0]) errors.countries = texts.unknownCountry(unknown[0].word.slice(0, 60), unknown[0].meant)
  if (Object.keys(errors).length > 0) return { errors }
  const sent = { days: values.days, size: values.size, page: values.page }
  const days = number(sent, 'days')
  return {
    body: {
      query: values.query,
      ...(numbers.length > 0 && { preferredCountryIds: numbers }),
      ...(days !== undefined && { activeWithinDays: days }),
      pageNumber: number(sent, 'page') ?? 1,
      pageSize: number(sent, 'size') ?? Number(DEFAULT_SIZE),
      facets: ['country', 'careerStatus'],
      matches: true,
    },
  }
}

/** The values of a search as it was understood: however they were typed, they fit into an address. */
export function valuesOfBody(body: SearchBody): SearchValues {
  const codes = (body.preferredCountryIds ?? []).map((number) => countryCode(number)!)
  return {
    query: body.query,
    countries: codes.length > MAX_NAMES ? codes.join(',') : codes.map(countryName).join(', '),
    days: shortened(body.activeWithinDays ?? ''),
    size: shortened(body.pageSize),
    page: shortened(body.pageNumber),
  }
}

/** The name of the field of a JSON Pointer of the service. */
export function fieldOf(pointer: string): string {
  if (pointer.startsWith('/preferredCountryIds')) return 'countries'
  const names: Record<string, string> = {
    '/query': 'query',
    '/activeWithinDays': 'days',
    '/pageSize': 'size',
  }
  return names[pointer] ?? ''
}

/** A path with the search in its query, without what is the default. */
export function addressOf(path: string, { query, countries, days, size, page }: SearchValues): string {
  const plain = new URLSearchParams({ query })
  const isLong = plain.toString().length > MAX_PLAIN
  const address = isLong
    ? new URLSearchParams({ packed: deflateRawSync(query).toString('base64url') })
    : plain
  if (countries) address.set('countries', countries)
  if (days) address.set('days', days)
  if (size !== DEFAULT_SIZE) address.set('size', size)
  if (page !== '1') address.set('page', page)
  return `${path}?${address}`
}

/** The `Idempotency-Key` of a search: the same for the same search from the same form or result, and another for
 * what is changed in it, such as the page. */
export function keyOf(operation: string, body: SearchBody): string {
  return createHash('sha256')
    .update(`${operation}\n${JSON.stringify(body)}`)
    .digest('hex')
}

// What is no number has any length.
function shortened(value: unknown): string {
  return String(value).slice(0, MAX_NUMBER)
}

function unpacked(packed: string): string {
  try {
    const bytes = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: MAX_UNPACKED_BYTES })
    return packed && bytes.toString().trim()
  } catch {
    return ''
  }
}
