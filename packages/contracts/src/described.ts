import type { z } from 'zod'

/** The fields of an object with their descriptions in the API reference; each field has one. `nullMeans` is added
 * to those that may be null. */
export function described<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  texts: Record<keyof Shape, string>,
  nullMeans?: string,
): Shape {
  const describe = ([name, schema]: [string, z.ZodType]) => {
    const text = texts[name as keyof Shape]
    const isNullable = schema.safeParse(null).success
    return [name, schema.describe(isNullable && nullMeans ? `${text} ${nullMeans}` : text)]
  }
  return Object.fromEntries(Object.entries(shape).map(describe)) as Shape
}
