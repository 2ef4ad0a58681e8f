import { editDistance } from '@jobboard/contracts/edit-distance'
import { z } from 'zod'
import type { DescribedField } from './error-response.ts'

/** A field of a body that the endpoint does not have. */
export interface UnknownField {
  /** Names and indexes from the body to the field; the last one is text of the client. */
  path: (string | number)[]
  /** The fields that stand in its place. */
  known: Iterable<string>
}

/** Most fields that a response names. */
const MAX_FIELDS = 20
const MAX_NAME_LENGTH = 50
/** Characters of the header: with the other headers it fits the 4 KiB that nginx reads of a response by default. */
const MAX_HEADER_LENGTH = 1_024

/** The first 20 fields of a JSON value that are unknown. Takes time linear in the value, and goes as deep as the known
 * fields go. */
export function findUnknownFields(value: unknown, known: KnownFields): UnknownField[] {
  const found: UnknownField[] = []
  collect(value, known, [], found)
  return found
}

function collect(
  value: unknown,
  known: KnownFields,
  path: UnknownField['path'],
  found: UnknownField[],
): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (!known.items) return
    for (let index = 0; index < value.length && found.length < MAX_FIELDS; index++) {
      if (typeof value[index] === 'object') collect(value[index], known.items, [...path, index], found)
    }
    return
  }
  for (const [name, field] of Object.entries(value)) {
    if (found.length === MAX_FIELDS) return
    const inner = known.fields.get(name)
    if (inner) collect(field, inner, [...path, name], found)
    else if (!known.isOpen) found.push({ path: [...path, name], known: known.fields.keys() })
  }
}

/** The value of `X-Ignored-Fields`: paths, with other characters than letters, digits and `-_.!~*'()` percent-encoded as
 * UTF-8. Leaves out what does not fit. */
export function ignoredFieldsHeader(fields: readonly UnknownField[]): string {
  let value = ''
  for (const { path } of fields) {
    const name = path.map((part) => encodeURIComponent(shorten(part))).join('.')
    if (value.length + name.length > MAX_HEADER_LENGTH) break
    value += value === '' ? name : `, ${name}`
  }
  return value
}

/** Why an unknown field is refused: names the nearest known one. */
export function unknownFieldError({ path, known }: UnknownField): DescribedField {
  const names = path.map((part) => shorten(part).replace(/\p{C}/gu, '\ufffd'))
  const near = nearest(String(path.at(-1)), known)
  const hint = near === undefined ? '/openapi.json lists the fields of this body' : `did you mean ${near}?`
  const pointer = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return { pointer, reason: `unknown field: ${hint}`, message: `unknown field ${names.join('.')}: ${hint}` }
}

function shorten(part: string | number): string {
  return String(part).slice(0, MAX_NAME_LENGTH).toWellFormed()
}

/** The fields that a JSON value may have. What it has beside them is unknown, unless `isOpen`. */
export interface KnownFields {
  readonly fields: Map<string, KnownFields>
  /** Of each item, when the value is an array. */
  items: KnownFields | undefined
  isOpen: boolean
}

type Schema = z.core.JSONSchema.BaseSchema

const ofSchemas = new WeakMap<z.ZodType, KnownFields>()

/** The fields that a schema of a body declares, nested ones too. Throws for a recursive schema. */
export function knownFieldsOf(body: z.ZodType): KnownFields {
  const known = ofSchemas.get(body) ?? read(body)
  ofSchemas.set(body, known)
  return known
}

function read(body: z.ZodType): KnownFields {
  // An own registry: nothing has a name there, so nothing but a recursion is a reference.
  const metadata = z.registry<{ id?: string }>()
  const known = nothing()
  add(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', metadata }), known)
  return known
}

function nothing(): KnownFields {
  return { fields: new Map(), items: undefined, isOpen: false }
}

// Branches of a union add their fields to the same value: a field of any branch is known.
function add(schema: Schema, known: KnownFields): void {
  if (schema.$ref) throw new Error('a body with a recursive schema is not supported')
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  for (const branch of branches) add(branch as Schema, known)
  const hasMore = schema.additionalProperties !== undefined && schema.additionalProperties !== false
  const isAnything =
    schema.type === undefined && branches.length === 0 && !('enum' in schema || 'const' in schema)
  if (hasMore || isAnything) known.isOpen = true
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const inner = known.fields.get(name) ?? nothing()
    add(field as Schema, inner)
    known.fields.set(name, inner)
  }
  if (!schema.items) return
  known.items ??= nothing()
  add(schema.items as Schema, known.items)
}

const MAX_LENGTH = 40

/** The word that a misspelt one most likely means: at most a third of its letters are wrong, missing, extra or swapped;
 * letter case, `_` and `-` do not count. Undefined when none is near, and for more than 40 characters. */
export function nearest(text: string, words: Iterable<string>): string | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const wanted = fold(text)
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const word of words) {
    const folded = fold(word)
    const limit = Math.min(bestDistance - 1, Math.floor(Math.max(wanted.length, folded.length) / 3))
    if (folded.length > MAX_LENGTH) continue
    const distance = editDistance(wanted, folded, limit)
    if (distance > limit) continue
    best = word
    bestDistance = distance
  }
  return best
}

function fold(text: string): string {
  return text.replace(/[_-]/g, '').toLowerCase()
}
