import { z } from 'zod'
import { ApiError } from './error.ts'
import { DEFAULT_PAGE_SIZE, MAX_ID, MAX_PAGE_SIZE } from './limits.ts'
import { line } from './text.ts'

/** A whole number from 1 to `max` in a query. */
export const integer = (max: number, defaultValue: number) =>
  z
    .string()
    .regex(/^[0-9]{1,10}$/, `must be a whole number from 1 to ${max}`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, `must be a whole number from 1 to ${max}`)
    .meta({ type: 'integer', minimum: 1, maximum: max, example: defaultValue })
    .default(defaultValue)

/** A switch in a query, off when it is absent. */
export const flag = () =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')

/** One or more of these names in a query, separated by commas; each once, in the order given here. */
export const namesOf = <const Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .transform((text, context) => {
      const given = new Set(text.split(','))
      const known = names.filter((name) => given.has(name))
      if (known.length === given.size) return known
      const message = `must be one or more of ${names.join(', ')}, separated by commas`
      context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    })
    .meta({ type: 'string' })

/** From one to `max` ids in a query, separated by commas; each once, in the order given. */
export const idsOf = (max: number) => {
  const message = `must be 1 to ${max} ids, whole numbers from 1 to ${MAX_ID}, separated by commas`
  return z
    .string()
    .transform((text, context) => {
      const ids = text.length > max * ID_AND_COMMA ? [] : [...new Set(text.split(',').map(toId))]
      if (ids.length >= 1 && ids.length <= max && !ids.includes(undefined)) return ids as number[]
      context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    })
    .meta({ type: 'string' })
}
const ID_AND_COMMA = `${MAX_ID},`.length

function toId(text: string): number | undefined {
  return /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : undefined
}

/** The text that an object's name starts with, without case; absent and empty list everything. */
export const startOfText = () =>
  line()
    .optional()
    .transform((value) => value || undefined)
    .meta({ type: 'string' })
    .describe('Text that the name starts with, in any letter case. Absent or empty: no filter.')

/** Query parameters of every list (D-05). */
export const pageQuery = {
  page: integer(MAX_ID, 1).describe('Number of the page, from 1. Past the end `items` is empty.'),
  pageSize: integer(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE).describe(
    `Items of a page, at most ${MAX_PAGE_SIZE}. More is refused, never reduced.`,
  ),
}

/** The response of a list (D-05). Past the end `items` is empty and `total` is still the number of all
 * items. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z
    .object({
      total: z
        .int()
        .meta({ description: 'Number of all items that match, on every page the same.', example: 1 }),
      page: z.int().meta({ description: 'Number of this page.', example: 1 }),
      pageSize: z.int().meta({ description: 'Most items of a page, as requested.', example: 50 }),
      items: z.array(item).describe('The items of this page.'),
    })
    .describe('One page of the list.')
}

/** What the query parameter `cursor` of a list is. */
export const CURSOR = 'The `nextCursor` of a page of this list, unchanged: returns the items that follow it.'

/** The field of a page that continues its list. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Pass it as `cursor` to read on; null on the last page.', example: null })

/** The place of an object in a list, newest first: its time and its id. */
export interface ListPosition {
  at: Date
  id: number
}

/** By how much the clock of the replica that wrote an object may be ahead. */
const AHEAD_MS = 60_000
const CURSOR_FORM = /^(\d{1,13})\.(\d{1,10})$/

/** The place before the newest object. */
export function newest(now: Date): ListPosition {
  return { at: new Date(now.getTime() + AHEAD_MS), id: MAX_ID }
}

/** The place after an object, as an opaque token that is safe in a URL. */
export function cursorAfter({ at, id }: ListPosition): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
}

/** The place that a cursor stands for. Throws invalid_request, also with a page. */
export function readCursor(cursor: string, page = 1): ListPosition {
  if (page > 1) throw invalid('page', 'must be absent or 1 with cursor')
  const [, atMs, id] = CURSOR_FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (id !== undefined && Number(id) <= MAX_ID) return { at: new Date(Number(atMs)), id: Number(id) }
  throw invalid('cursor', 'must be the nextCursor of a page of this list, unchanged')
}

/** A refusal that names a parameter of the query. */
export function invalid(field: string, reason: string): ApiError {
  return new ApiError('invalid_request', `${field}: ${reason}.`, {
    fields: [{ pointer: `#query/${field}`, reason }],
  })
}
