/** A JSON Schema in the document. */
export interface Schema {
  [keyword: string]: unknown
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  $ref?: string
}

/** A schema and the document that its references resolve in. */
export interface Located {
  schema: Schema
  document: unknown
}

/** Whether clients send what the schema describes or receive it. */
export type Direction = 'request' | 'response'

/** The changes of a schema that break clients, one line each (Spec §9). Additive are: a request that requires
 * less or accepts more, and a response with more fields. */
export function schemaBreaks(before: Located, after: Located, direction: Direction, at: string): string[] {
  return compare({ before, after, direction, open: new Set() }, before.schema, after.schema, at)
}

interface Comparison {
  before: Located
  after: Located
  direction: Direction
  /** Pairs of references in comparison, which ends the recursion where a schema contains itself. */
  open: Set<string>
}

/** One alternative of a schema: a single type, references resolved. */
interface Variant {
  type: string
  values: string[] | undefined
  schema: Schema
}

function compare(by: Comparison, before: Schema, after: Schema, at: string): string[] {
  const pair = `${before.$ref} ${after.$ref}`
  if (before.$ref && after.$ref) {
    if (by.open.has(pair)) return []
    by.open.add(pair)
  }
  const old = variantsOf(before, by.before.document)
  const current = variantsOf(after, by.after.document)
  const breaks =
    by.direction === 'request'
      ? old.flatMap(
          (was) =>
            nearest(
              current.filter((is) => covers(is.type, was.type)),
              (is) => requestBreaks(by, was, is, at),
            ) ?? [`${at}: ${was.type} is no longer accepted`],
        )
      : (pairsByTag(old, current)?.flatMap(({ value, was, is }) =>
          is ? responseBreaks(by, was, is, at) : [`${at}.${value} removed`],
        ) ??
        current.flatMap(
          (is) =>
            nearest(
              old.filter((was) => covers(was.type, is.type)),
              (was) => responseBreaks(by, was, is, at),
            ) ?? [`${at}: may now be ${is.type}`],
        ))
  by.open.delete(pair)
  return breaks
}

// A variant is compatible with the other schema if one variant there has no break; otherwise the breaks of the
// most similar variant are reported.
function nearest(candidates: Variant[], breaksOf: (candidate: Variant) => string[]): string[] | undefined {
  return candidates.map(breaksOf).sort((a, b) => a.length - b.length)[0]
}

function covers(wide: string, narrow: string): boolean {
  return wide === narrow || wide === 'any' || (wide === 'number' && narrow === 'integer')
}

function requestBreaks(by: Comparison, was: Variant, is: Variant, at: string): string[] {
  const breaks: string[] = []
  if (is.values) {
    const removed = was.values?.filter((value) => !is.values!.includes(value)) ?? ['any other value']
    breaks.push(...removed.map((value) => `${at}: ${value} is no longer accepted`))
  }
  if (is.type === 'any') return breaks
  if (!was.values) breaks.push(...tightened(was.schema, is.schema).map((rule) => `${at}: ${rule}`))
  if (JSON.stringify(was.schema.default) !== JSON.stringify(is.schema.default)) {
    breaks.push(`${at}: default changed`)
  }
  const required = new Set(was.schema.required)
  for (const name of is.schema.required ?? []) {
    if (!required.has(name)) breaks.push(`${at}.${name}: is now required`)
  }
  return [...breaks, ...innerBreaks(by, was.schema, is.schema, at)]
}

function responseBreaks(by: Comparison, was: Variant, is: Variant, at: string): string[] {
  if (was.type === 'any') return []
  const breaks: string[] = []
  if (was.values) {
    if (!is.values) breaks.push(`${at}: no longer limited to a list of values`)
    const removed = was.values.filter((value) => is.values && !is.values.includes(value))
    breaks.push(...removed.map((value) => `${at}: value ${value} removed`))
  }
  if (was.schema.format !== undefined && was.schema.format !== is.schema.format) {
    breaks.push(`${at}: no longer has format ${was.schema.format}`)
  }
  const required = new Set(is.schema.required)
  for (const name of was.schema.required ?? []) {
    const isStillThere = is.schema.properties?.[name] !== undefined
    if (isStillThere && !required.has(name)) breaks.push(`${at}.${name}: may now be missing`)
  }
  return [...breaks, ...innerBreaks(by, was.schema, is.schema, at)]
}

function innerBreaks(by: Comparison, was: Schema, is: Schema, at: string): string[] {
  const fields = Object.entries(was.properties ?? {}).flatMap(([name, before]) => {
    const after = is.properties?.[name]
    return after ? compare(by, before, after, `${at}.${name}`) : [`${at}.${name}: removed`]
  })
  const items = was.items ? compare(by, was.items, is.items ?? {}, `${at}[]`) : []
  return [...fields, ...items]
}

const lowest = ['minimum', 'minLength', 'minItems']
const highest = ['maximum', 'maxLength', 'maxItems']

function tightened(was: Schema, is: Schema): string[] {
  const isTighter = (keyword: string) => {
    const [before, after] = [was[keyword], is[keyword]]
    if (after === undefined || before === after) return false
    if (lowest.includes(keyword)) return Number(after) > Number(before ?? Number.NEGATIVE_INFINITY)
    if (highest.includes(keyword)) return Number(after) < Number(before ?? Number.POSITIVE_INFINITY)
    return true
  }
  return [...lowest, ...highest, 'pattern', 'format'].filter(isTighter).map((name) => `${name} is stricter`)
}

function variantsOf(schema: Schema, document: unknown): Variant[] {
  if (schema.allOf) return variantsOf(combined(schema.allOf, document), document)
  const { $ref, ...siblings } = schema
  const alternatives = $ref ? [{ ...resolve($ref, document), ...siblings }] : (schema.anyOf ?? schema.oneOf)
  if (alternatives) return merged(alternatives.flatMap((option) => variantsOf(option, document)))
  const values = schema.const === undefined ? schema.enum : [schema.const]
  const types = schema.type === undefined ? typesOf(values) : [schema.type].flat()
  return types.map((type) => ({ type, values: values?.map((value) => JSON.stringify(value)), schema }))
}

function typesOf(values: unknown[] | undefined): string[] {
  if (!values) return ['any']
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
}

// The objects of an `allOf` as one: a later part states more about the properties of an earlier one.
function combined(parts: Schema[], document: unknown): Schema {
  const objects = parts.map((part) => (part.$ref ? resolve(part.$ref, document) : part))
  return {
    type: 'object',
    properties: Object.assign({}, ...objects.map(({ properties }) => properties)),
    required: objects.flatMap(({ required = [] }) => required),
  }
}

// An enum split over alternatives, such as `""` or a list of values, is one list.
function merged(variants: Variant[]): Variant[] {
  const lists = new Map<string, Variant>()
  const rest: Variant[] = []
  for (const variant of variants) {
    const list = lists.get(variant.type)
    if (!variant.values) rest.push(variant)
    else if (list) lists.set(variant.type, { ...list, values: [...list.values!, ...variant.values] })
    else lists.set(variant.type, variant)
  }
  return [...lists.values(), ...rest]
}

/** Resolves a local reference. Throws when its target does not exist. */
export function resolve<T = Schema>(reference: string, document: unknown): T {
  let at: unknown = document
  for (const part of reference.slice(2).split('/')) {
    at = (at as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (at === undefined)
    throw new Error(`${reference} does not resolve: its target is missing in the document`)
  return at as T
}

/** What a JSON Schema of an object says of its properties. */
interface ObjectSchema {
  required?: string[]
  properties?: Record<string, { const?: unknown }>
}

/** The alternatives of a response before a change, each with the one after it that has the same tag: a required property
 * with one value of its own in each alternative, such as the `type` of an event. `is` is undefined where the value is
 * gone; `value` says which. An alternative with a new value is an addition, as a new enum value is. Undefined for what is no
 * such union. */
function pairsByTag<Alternative extends { schema: ObjectSchema }>(
  before: readonly Alternative[],
  after: readonly Alternative[],
): { value: string; was: Alternative; is: Alternative | undefined }[] | undefined {
  if (before.length < 2) return undefined
  const tag = before[0]!.schema.required?.find((name) => isTag(before, name) && isTag(after, name))
  if (tag === undefined) return undefined
  return before.map((was) => {
    const value = tagValue(was, tag)
    return {
      value: `${tag}: value ${JSON.stringify(value)}`,
      was,
      is: after.find((alternative) => tagValue(alternative, tag) === value),
    }
  })
}

function isTag(alternatives: readonly { schema: ObjectSchema }[], name: string): boolean {
  const values = alternatives.map((alternative) => tagValue(alternative, name))
  return !values.includes(undefined) && new Set(values).size === values.length
}

function tagValue({ schema }: { schema: ObjectSchema }, name: string): unknown {
  return schema.required?.includes(name) ? schema.properties?.[name]?.const : undefined
}
