import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_ID, MAX_PAGE_SIZE } from './limits.ts'

const count = (max: number, preset: number) =>
  z
    .string()
    .regex(/^[0-9]{1,10}$/, `must be a whole number from 1 to ${max}`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, `must be a whole number from 1 to ${max}`)
    .meta({ type: 'integer', minimum: 1, maximum: max })
    .default(preset)

/** Query parameters of every list (D-05). */
export const pageQuery = { page: count(MAX_ID, 1), pageSize: count(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE) }

/** A list answer (D-05): past the end `items` is empty and `total` stays true. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ total: z.int(), page: z.int(), pageSize: z.int(), items: z.array(item) })
}
