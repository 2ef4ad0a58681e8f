import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_ID, MAX_PAGE_SIZE } from './limits.ts'
import { line } from './text.ts'

/** A whole number from 1 to `max` in a query. */
export const integer = (max: number, defaultValue: number) =>
  z
    .string()
    .regex(/^[0-9]{1,10}$/, `must be a whole number from 1 to ${max}`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, `must be a whole number from 1 to ${max}`)
    .meta({ type: 'integer', minimum: 1, maximum: max })
    .default(defaultValue)

/** A switch in a query, off when it is absent. */
export const flag = () =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')

/** The text that an object's name starts with, without case (P-125); absent and empty list everything. */
export const startOfText = () =>
  line()
    .optional()
    .transform((value) => value || undefined)

/** Query parameters of every list (D-05). */
export const pageQuery = { page: integer(MAX_ID, 1), pageSize: integer(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE) }

/** The response of a list (D-05). Past the end `items` is empty and `total` is still the number of all
 * items. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ total: z.int(), page: z.int(), pageSize: z.int(), items: z.array(item) })
}
