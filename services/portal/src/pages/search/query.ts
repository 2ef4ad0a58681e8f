import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { normalForm } from '@jobboard/contracts/characters'
import type { Input } from '@jobboard/contracts/endpoint'
import { countryCode, countryCodes, countryNumber } from '@jobboard/contracts/iso-codes'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import type { searchCandidates } from '@jobboard/contracts/search/search'
import { withLineFeeds } from '@jobboard/contracts/text'
import { type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import { userText } from '@jobboard/html/values'
import { InvalidQuery } from '@jobboard/search-query/limits'
import { parse } from '@jobboard/search-query/parse'
import { printQuery } from '@jobboard/search-query/print-query'
import { nearest } from '@jobboard/service/http/unknown-fields'
import { type FormData, number, text } from '../../http/form.ts'
import { countryName } from '../../parts/facts.ts'

/** How a query is understood, or what is wrong with it and at which UTF-16 code unit. */
export type CheckedQuery = { normalized: string } | { message: string; position: number }

/** Characters that are shown before and after the place of a mistake. */
const CONTEXT = 40
const MAX_MARKED = 24

/** Parses a query as the service does; only what wildcards match is left to the service (D-41). */
export function checkQuery(query: string): CheckedQuery {
  try {
    return { normalized: printQuery(parse(query)) }
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const { message, position } = error
    return { message: sentence(message, position), position }
  }
}

/** The mistake that the service has found, such as a wildcard that matches too many words. */
export function refusedQuery(message: string): CheckedQuery {
  const position = Number(/\(position (\d+)\)\.?$/.exec(message)?.[1] ?? 0)
  return { message: sentence(message.replace(/^query: /, ''), position), position }
}

/** The result of a check, below the query. */
export function checkResult(query: string, checked: CheckedQuery): Html {
  if (query === '') return html`<p class="form-text mt-0">The query is checked here. Checking is free.</p>`
  if ('normalized' in checked) {
    return html`<p class="d-flex gap-2 align-items-baseline text-success-emphasis">
      ${icon('success')}<span>Understood as <code dir="auto">${userText(checked.normalized, { lines: 5 })}</code></span>
    </p>`
  }
  const { before, marked, after } = excerptOf(query, checked.position)
  return html`<div class="jb-query-wrong" data-wrong="">
    <p class="d-flex gap-2 fw-medium text-danger-emphasis">${icon('danger')}<span>${checked.message}</span></p>
    <pre dir="auto"><bdi>${before}</bdi><mark>${marked}</mark><bdi>${after}</bdi></pre>
    <p class="form-text mt-0">At character ${checked.position + 1}.</p>
  </div>`
}

/** The query around a position, in which no character is cut in half. */
export function excerptOf(query: string, position: number) {
  const rest = query.slice(position, position + MAX_MARKED)
  const blank = rest.slice(1).search(/\s/)
  const end = position + (blank < 0 ? rest.length : blank + 1)
  const start = Math.max(0, position - CONTEXT)
  const piece = (from: number, to: number) => query.slice(from, to).toWellFormed().replaceAll('\n', ' ')
  return {
    before: `${start > 0 ? '…' : ''}${piece(start, position)}`,
    // Where something is missing at the end.
    marked: piece(position, end) || ' ⌃ ',
    after: `${piece(end, end + CONTEXT)}${query.length > end + CONTEXT ? '…' : ''}`,
  }
}

function sentence(message: string, position: number): string {
  return `${message.replace(` (position ${position})`, '').replace(/\.$/, '')}.`
}

const otherCountryNames = {
  UK: 'GB',
  'Great Britain': 'GB',
  USA: 'US',
  America: 'US',
  'Czech Republic': 'CZ',
  Holland: 'NL',
}

const codeByWord = new Map([
  ...countryCodes.flatMap((code): [string, string][] => [
    [fold(code), code],
    [fold(countryName(code)), code],
  ]),
  ...Object.entries(otherCountryNames).map(([name, code]): [string, string] => [fold(name), code]),
])

/** ISO 3166-1 numeric codes of the countries in a text with commas: names or alpha-2 codes, in any letter case. `unknown`
 * is the first word that is no country, with the name that it may mean: enough to say what is wrong. */
export function readCountries(typed: string) {
  const words = withLineFeeds(typed)
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const found = words.map((word) => ({ word, code: codeByWord.get(fold(word)) }))
  const word = found.find(({ code }) => !code)?.word
  return {
    numbers: [...new Set(found.flatMap(({ code }) => (code ? [countryNumber(code)!] : [])))],
    unknown: word === undefined ? undefined : { word, meant: nearest(word, countryCodes.map(countryName)) },
  }
}

function fold(word: string): string {
  return normalForm(word, 'NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

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
export const MAX_COUNTRIES = 2_000
const MAX_NAMES = 10
const MAX_NUMBER = 20
/** Characters of a query in an address; a longer one is packed, so that proxies with 8 KB for a line let it through. */
const MAX_PLAIN = 4_000
const MAX_UNPACKED_BYTES = 10_000

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
export function readSearch(values: SearchValues): { body: SearchBody } | { errors: Record<string, string> } {
  const checked = checkQuery(values.query)
  const { numbers, unknown } = readCountries(values.countries.slice(0, MAX_COUNTRIES))
  const errors: Record<string, string> = {}
  if (!('normalized' in checked)) errors.query = checked.message
  if (values.countries.length > MAX_COUNTRIES) errors.countries = `At most ${MAX_COUNTRIES} characters.`
  else if (unknown) {
    const { word, meant } = unknown
    const advice = meant ? `Did you mean ${meant}?` : 'Write its English name or its two letters.'
    errors.countries = `“${word.slice(0, 60)}” is no country here. ${advice}`
  }
  if (Object.keys(errors).length > 0) return { errors }
  const sent = { ...values }
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

const fields: Record<string, string> = {
  query: 'query',
  preferredCountryIds: 'countries',
  activeWithinDays: 'days',
  pageSize: 'size',
}

export function fieldOf(pointer: string): string {
  return fields[pointer.split('/')[1] ?? ''] ?? ''
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

// A value that is not a number can have any length.
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
