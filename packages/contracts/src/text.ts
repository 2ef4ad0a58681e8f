import { z } from 'zod'
import { caseFold } from './case-fold.ts'
import { isBlank, withoutInvisible } from './characters.ts'
import { FIRST_YEAR, LAST_YEAR, MAX_ID, MAX_LINE_LENGTH } from './limits.ts'
import { normalForm } from './normal-form.ts'
import { isPathText } from './path-text.ts'
import { readTimestamp } from './timestamp.ts'

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
