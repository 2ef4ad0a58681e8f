import { z } from 'zod'

/** The example of an endpoint: a request, and the response to it. */
export interface Example {
  path?: unknown
  query?: unknown
  body?: unknown
  response?: unknown
  /** The response to the request with `Prefer: dry-run`. */
  dryRun?: unknown
}

/** A schema's `example`; without one, that of a list from its items, of an object from its fields that have one. */
export function exampleOf(schema: z.core.$ZodType): unknown {
  const meta = z.globalRegistry.get(schema)
  if (meta && 'example' in meta) return meta.example
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return exampleOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return exampleOf(schema.in)
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element)]
  if (!(schema instanceof z.ZodObject)) return undefined
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const value = exampleOf(field)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
