/** A JSON Schema as it stands in the document. */
export interface Schema {
  [keyword: string]: unknown
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  $ref?: string
}

/** A schema and the document that its references point into. */
export interface Located {
  schema: Schema
  document: unknown
}

/** Who writes what the schema describes: the client, or we. */
export type Direction = 'request' | 'response'

/** What breaks a client between two versions of a schema, one line each. A request may ask for less and take more,
 * a response may hold more: everything else is a break (Spec §9). */
export function schemaBreaks(before: Located, after: Located, direction: Direction, at: string): string[] {
  return compare({ before, after, direction, seen: new Set() }, before.schema, after.schema, at)
}

interface Comparison {
  before: Located
  after: Located
  direction: Direction
  /** Pairs of references that are being compared: a schema may contain itself. */
  seen: Set<string>
}

/** One simple alternative of a schema: one type, no reference. */
interface Variant {
  type: string
  values: string[] | undefined
  schema: Schema
}

function compare(by: Comparison, before: Schema, after: Schema, at: string): string[] {
  const pair = `${before.$ref} ${after.$ref}`
  if (before.$ref && after.$ref) {
    if (by.seen.has(pair)) return []
    by.seen.add(pair)
  }
  const old = variantsOf(before, by.before.document)
  const now = variantsOf(after, by.after.document)
  const breaks =
    by.direction === 'request'
      ? old.flatMap(
          (was) =>
            best(
              now.filter((is) => covers(is.type, was.type)),
              (is) => requestBreaks(by, was, is, at),
            ) ?? [`${at}: ${was.type} is no longer taken`],
        )
      : now.flatMap(
          (is) =>
            best(
              old.filter((was) => covers(was.type, is.type)),
              (was) => responseBreaks(by, was, is, at),
            ) ?? [`${at}: may now be ${is.type}`],
        )
  by.seen.delete(pair)
  return breaks
}

// A variant is in order when one on the other side fits it; otherwise the nearest one tells what is wrong.
function best(candidates: Variant[], breaksOf: (candidate: Variant) => string[]): string[] | undefined {
  return candidates.map(breaksOf).sort((a, b) => a.length - b.length)[0]
}

function covers(wide: string, narrow: string): boolean {
  return wide === narrow || wide === 'any' || (wide === 'number' && narrow === 'integer')
}

function requestBreaks(by: Comparison, was: Variant, is: Variant, at: string): string[] {
  const breaks: string[] = []
  if (is.values) {
    const gone = was.values?.filter((value) => !is.values!.includes(value)) ?? ['any other value']
    breaks.push(...gone.map((value) => `${at}: ${value} is no longer taken`))
  }
  if (is.type === 'any') return breaks
  if (!was.values) breaks.push(...tightened(was.schema, is.schema).map((rule) => `${at}: ${rule}`))
  if (JSON.stringify(was.schema.default) !== JSON.stringify(is.schema.default)) {
    breaks.push(`${at}: what it is when left out has changed`)
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
    if (!is.values) breaks.push(`${at}: is no longer one of a list`)
    const gone = was.values.filter((value) => is.values && !is.values.includes(value))
    breaks.push(...gone.map((value) => `${at}: the value ${value} is gone`))
  }
  if (was.schema.format !== undefined && was.schema.format !== is.schema.format) {
    breaks.push(`${at}: the format ${was.schema.format} is gone`)
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
    return after ? compare(by, before, after, `${at}.${name}`) : [`${at}.${name}: is gone`]
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
  const alternatives = schema.$ref ? [resolve(schema.$ref, document)] : (schema.anyOf ?? schema.oneOf)
  if (alternatives) return merged(alternatives.flatMap((option) => variantsOf(option, document)))
  const values = schema.const === undefined ? schema.enum : [schema.const]
  const types = schema.type === undefined ? typesOf(values) : [schema.type].flat()
  return types.map((type) => ({ type, values: values?.map((value) => JSON.stringify(value)), schema }))
}

function typesOf(values: unknown[] | undefined): string[] {
  if (!values) return ['any']
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
}

// `""` or one of a list is one list.
function merged(variants: Variant[]): Variant[] {
  const lists = new Map<string, Variant>()
  const rest: Variant[] = []
  for (const variant of variants) {
    const known = lists.get(variant.type)
    if (!variant.values) rest.push(variant)
    else if (known) lists.set(variant.type, { ...known, values: [...known.values!, ...variant.values] })
    else lists.set(variant.type, variant)
  }
  return [...lists.values(), ...rest]
}

/** What a local reference points to. Throws when there is nothing. */
export function resolve<T = Schema>(reference: string, document: unknown): T {
  let at: unknown = document
  for (const part of reference.slice(2).split('/')) {
    at = (at as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (at === undefined) throw new Error(`${reference} points to nothing`)
  return at as T
}
