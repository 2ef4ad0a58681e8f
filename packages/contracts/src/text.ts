import { z } from 'zod'
import { caseFold, isBlank, isPathText, normalForm, withoutInvisible } from './characters.ts'
import { FIRST_YEAR, LAST_YEAR, MAX_ID, MAX_LINE_LENGTH } from './limits.ts'

// `meta` describes for the OpenAPI document what a `refine` checks, since code is not printed.

// Refused on input: Postgres cannot store NUL, and a lone surrogate is not valid Unicode.
const CONTROLS_AND_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u
const CONTROLS_BUT_BREAKS = /[^\P{Cc}\t\n\r]/u

// Characters are Unicode code points, as JSON Schema counts them: an emoji is one.
function isAtMost(value: string, max: number): boolean {
  return value.length <= max || (value.length <= 2 * max && [...value].length <= max)
}

/** The text without white space around it; nothing of one in which a reader sees nothing. */
export const trimmed = (text: string): string => (isBlank(text) ? '' : text.trim())

/** What a text is compared by: composed and decomposed accents, invisible characters and blanks around it make no
 * difference. */
export const readAs = (text: string): string => normalForm(withoutInvisible(text).trim(), 'NFC')

/** Whether two texts look the same. */
export function isSameText(one: string, other: string): boolean {
  return one === other || readAs(one) === readAs(other)
}

/** One line of text, trimmed; control characters are refused. */
export function line(max = MAX_LINE_LENGTH) {
  return z
    .string()
    .refine((text) => !CONTROLS_AND_BREAKS.test(text), 'must not contain control characters or line breaks')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .overwrite(trimmed)
    .refine((value) => isAtMost(value, max), `must have at most ${max} characters`)
    .meta({ maxLength: max })
}

/** The address of a web page. */
export const webUrl = () =>
  line(2_000)
    .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
    .meta({ format: 'uri' })

/** Text of several lines, stored exactly as sent; line breaks and tabs are allowed. */
export function text(max: number) {
  return z
    .string()
    .refine((value) => !CONTROLS_BUT_BREAKS.test(value), 'must not contain control characters')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
    .refine((value) => isAtMost(value, max), `must have at most ${max} characters`)
    .meta({ maxLength: max })
}

/** A text of several lines with LF as its only line break: CRLF and a lone CR are one too. */
export const withLineFeeds = (value: string): string => value.replace(/\r\n?/g, '\n')

/** A name that a path segment can carry: one line, trimmed and case-folded, 1 to `max` characters (D-27, D-29). */
export function label(max: number) {
  return (
    z
      .string()
      .refine((text) => !CONTROLS_AND_BREAKS.test(text), 'must not contain control characters or line breaks')
      .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
      .refine((text) => isAtMost(trimmed(text), max), `must have at most ${max} characters`)
      .transform((text) => caseFold(trimmed(text)))
      .refine((value) => value !== '', 'must not be empty')
      // A fold can be longer than the text: ß becomes ss.
      .refine((value) => isAtMost(value, max), `must have at most ${max} characters after case folding`)
      .refine(isPathText, 'must not be . or .. or contain the text of an API key')
      .meta({ type: 'string', minLength: 1, maxLength: max })
  )
}

const OUTSIDE_ASCII = /[^\0-\x7f]/
const notAnAddress = (sent: unknown) =>
  typeof sent === 'string' && OUTSIDE_ASCII.test(sent)
    ? 'must be an e-mail address in ASCII; an international domain has such a form, which begins with xn--'
    : 'must be an e-mail address'

/** An e-mail address by the rule of HTML's `<input type=email>`, so that a form and the API agree. */
export const email = () =>
  line()
    .pipe(z.email({ pattern: z.regexes.html5Email, error: ({ input }) => notAnAddress(input) }))
    .meta({ format: 'email' })

// In UTC: an offset can move a date of the year 9999 into the year 10000, which no timestamp of a response can state.
const isInRange = (time: Date) => {
  const year = time.getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

function notATimestamp(text: string): string {
  const form = 'must be an ISO 8601 timestamp with an offset, such as 2030-01-31T12:00:00Z'
  // In a query `+` is a blank.
  return readTimestamp(text.replace(' ', '+')) ? `${form}; in a query write the + of the offset as %2B` : form
}

/** ISO 8601 with `Z` or an offset, parsed to a Date (D-09) of the years 1900 to 9999 UTC (D-71). */
export const timestamp = () =>
  z
    .string()
    .transform((text, context) => {
      const time = readTimestamp(text)
      if (time && isInRange(time)) return time
      const message = time ? `must be in the years ${FIRST_YEAR} to ${LAST_YEAR} UTC` : notATimestamp(text)
      context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    })
    .meta({ type: 'string', format: 'date-time' })

/** A timestamp in a response: ISO 8601 UTC with milliseconds (D-09). */
export const wireTimestamp = () => z.iso.datetime()

/** An int32 above zero (D-04). */
export const id = () => z.number().int().min(1).max(MAX_ID)

/** An id in a path or a query. In a path any text but an int32 above zero names an object that does not exist, so it gets 404
 * (D-04); in a query it is a bad value. */
export const pathId = () => {
  const message = `must be an id, a whole number from 1 to ${MAX_ID}`
  return z
    .string()
    .regex(/^[1-9][0-9]{0,9}$/, message)
    .transform(Number)
    .refine((value) => value <= MAX_ID, message)
    .meta({ type: 'integer', minimum: 1, maximum: MAX_ID })
}

/** An optional field of a PUT; `null` leaves it unchanged (D-08). */
export function patch<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/** A field that `""` clears (D-08). */
export const clearable = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema])

/** Refuses an end before its start in an object that may have both (D-71): for `refine`. */
export const inOrder =
  <Start extends string, End extends string>(start: Start, end: End) =>
  (value: Partial<Record<Start | End, Date | string | null | undefined>>) => {
    const [from, to] = [value[start], value[end]]
    return from == null || to == null || from <= to
  }
// Extended and basic format of ISO 8601; in each the offset may have either form, as many programs write it.
const EXTENDED = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)$/
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)$/

/** The time that an ISO 8601 timestamp states, cut to milliseconds; undefined for any other text. Date, hours, minutes and
 * `Z` or an offset are required; seconds and their fraction are not. Every part must exist: no 30 February, no hour 24,
 * no leap second (D-09). */
function readTimestamp(text: string): Date | undefined {
  const parts = EXTENDED.exec(text) ?? BASIC.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const offset = offsetMinutes(parts[8]!)
  if (hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined
  const time = new Date(0)
  // Not Date.UTC, which reads the years 0 to 99 as 1900 to 1999.
  time.setUTCFullYear(year, month - 1, day)
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return undefined
  time.setUTCHours(hour, minute - offset, second, Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0')))
  return time
}

function offsetMinutes(text: string): number | undefined {
  if (text === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

// What an id names and where a client finds it, described once for bodies, paths and webhooks, with the id in the examples.
const ids = {
  job: [7, 'Id of the job. Employers find it in `GET /api/v1/jobs`, candidates in `GET /api/v1/me/jobs`.'],
  application: [
    31,
    'Id of the application. Employers find it in `GET /api/v1/applications`, candidates in `GET /api/v1/me/applications`.',
  ],
  candidate: [12, 'Id of the candidate, as in applications and CV search results.'],
  employer: [1, 'Id of the employer.'],
  user: [3, 'Id of a user of the employer, as in `GET /api/v1/employer/users`.'],
  staff: [2, 'Id of a member of the platform staff, as in `GET /admin/v1/staff`.'],
  key: [4, 'Id of the API key. It is not the key itself.'],
  note: [5, 'Id of the note, as in `GET /api/v1/applications/{id}/notes`.'],
  question: [
    7,
    'Id of the screening question. It changes when the text, the type or the options of the question change.',
  ],
  search: [6, 'Id of the search, as in `GET /api/v1/candidates/searches`.'],
  subscription: [2, 'Id of the webhook subscription.'],
  erasure: [1, 'Id of the erasure, as returned by the request that started it.'],
  reindex: [3, 'Id of the reindex, as returned by the request that started it.'],
} as const
type IdKind = keyof typeof ids
const metaOf = (kind: IdKind) => ({ description: ids[kind][1], example: ids[kind][0] })

/** An id in a body, described by what it names. */
export const idOf = (kind: IdKind) => id().meta(metaOf(kind))

/** An id in a path or a query, described by what it names (D-04). */
export const pathIdOf = (kind: IdKind) => pathId().meta(metaOf(kind))

/** A person's name as it is shown. A single name, which stands in both fields or in one, is shown once. */
export function fullName(person: { firstName: string; lastName: string }): string {
  const names = [person.firstName, person.lastName].filter((name) => !isBlank(name))
  const isSingle = new Set(names.map((name) => caseFold(readAs(name)))).size === 1
  return isSingle ? names[0]! : names.join(' ')
}
