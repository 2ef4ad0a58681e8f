import type { z } from 'zod'

export type Schema = z.core.JSONSchema.BaseSchema

/** Values that a JSON Schema allows: `smallest` leaves out what is optional and empties lists; otherwise everything is there,
 * and `turn` picks among the alternatives, so that the turns from 0 to `turnsOf` show each of them once. */
export interface Choice {
  turn: number
  isSmallest?: boolean
}

/** Returns a value. Throws when a pattern needs a text that `TEXTS` lacks. */
export function sample(schema: Schema, choice: Choice, root: Schema = schema): unknown {
  const { turn } = choice
  if (schema.$ref) return sample(resolve(schema.$ref, root), choice, root)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum, turn)
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (options) return sample(pick(options, turn), choice, root)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => sample(part as Schema, choice, root)))
  const type = Array.isArray(schema.type) ? pick(schema.type, turn) : schema.type
  if (type === 'object') return objectOf(schema, choice, root)
  if (type === 'array') return listOf(schema, choice, root)
  if (type === 'string') return textOf(schema)
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'boolean') return turn % 2 === 0
  return type === 'null' ? null : 'anything'
}

/** How many turns show every alternative of a schema. */
export function turnsOf(schema: Schema): number {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.prefixItems ?? []),
    ...Object.values(schema.$defs ?? {}),
    ...[schema.items, schema.additionalProperties].flat(),
  ].filter((part) => typeof part === 'object')
  const own = schema.enum ?? schema.anyOf ?? schema.oneOf ?? (Array.isArray(schema.type) ? schema.type : [])
  const smaller = schema.type === 'boolean' ? 2 : 1
  return Math.max(smaller, own.length, ...inner.map((part) => turnsOf(part as Schema)))
}

const pick = <T>(values: readonly T[], turn: number): T => values[turn % values.length]!

function resolve(reference: string, root: Schema): Schema {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  const found = reference === '#' ? root : root.$defs?.[name]
  if (!found) throw new Error(`${reference} is not in the schema`)
  return found as Schema
}

function objectOf(schema: Schema, choice: Choice, root: Schema): object {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !choice.isSmallest || required.has(name),
  )
  const own = fields.map(([name, field]) => [name, sample(field as Schema, choice, root)])
  const { additionalProperties: rest, propertyNames: names } = schema
  const hasEntry = typeof rest === 'object' && !choice.isSmallest
  const entry = hasEntry
    ? [[String(sample((names ?? {}) as Schema, choice, root)), sample(rest, choice, root)]]
    : []
  return Object.fromEntries([...own, ...entry])
}

function listOf(schema: Schema, choice: Choice, root: Schema): unknown[] {
  const first = (schema.prefixItems ?? []).map((item) => sample(item as Schema, choice, root))
  if (schema.prefixItems || !schema.items) return first
  const length = Math.max(schema.minItems ?? 0, choice.isSmallest || schema.maxItems === 0 ? 0 : 1)
  return Array.from({ length }, () => sample(schema.items as Schema, choice, root))
}

const FORMATS: Record<string, string> = {
  'date-time': '2026-03-01T10:00:00.000Z',
  date: '2026-03-01',
  uuid: '5b9c8c1e-7a53-4c39-a0d8-3f1f6d0c2f11',
  email: 'baker@example.com',
  uri: 'https://example.com/bakery',
}
/** Tried in this order where a schema has a pattern. */
const TEXTS = [
  'Baker',
  '7',
  '2026-03',
  '2026',
  'EUR',
  'NL',
  'a'.repeat(64),
  'pipeline-3',
  'https://example.com/bakery',
  '',
]

function textOf({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string {
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  const texts = [...(FORMATS[format ?? ''] ? [FORMATS[format!]!] : TEXTS), 'Baker'.padEnd(minLength, 'r')]
  const found = texts.find(fits)
  if (found === undefined)
    throw new Error(`No example fits ${pattern}: add one to TEXTS in tools/releases/src/golden/samples.ts`)
  return found
}

function numberOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, exclusiveMinimum }: Schema): number {
  return Math.min(
    Math.max(7, minimum, (typeof exclusiveMinimum === 'number' ? exclusiveMinimum : -1) + 1),
    maximum,
  )
}
