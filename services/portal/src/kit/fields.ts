import { type Entered, type Field, field, type Option } from '@jobboard/html/field'
import type { Html } from '@jobboard/html/html'
import { z } from 'zod'
import { type FormData, list, number, text } from '../http/form.ts'

/** What a page says about a field. What it leaves out comes from the schema: type, options, length, and whether it is
 * required. */
export type FieldWords = Omit<Field, 'name' | 'type'> & { type?: Field['type'] }

/** What only one request knows of the fields: the options of a list, or that a field is not shown. */
export type More<Name extends string = string> = Partial<Record<Name, Partial<FieldWords> | false>>

export interface Fields<Name extends string = string> {
  labels: Record<Name, string>
  show(entered: Entered, more?: More<Name>): (Html | false)[]
  /** What was entered, as the endpoint takes it; without the fields that its schema does not have. */
  read(form: FormData): Record<string, unknown>
}

/** Values, or values with labels, as options; `none` is the option of no value. */
export function optionsOf(
  values: readonly (string | readonly [value: string | number, label: string])[] | Record<string, string>,
  none?: string,
): Option[] {
  const all = Array.isArray(values) ? values : Object.entries(values)
  const options = all.map((one) => {
    const [value, label] = typeof one === 'string' ? [one, one] : one
    return { value: String(value), label }
  })
  return none === undefined ? options : [{ value: '', label: none }, ...options]
}

/** Longer texts have several lines. */
const MAX_LINE = 500

/** The fields of a form, in this order, by the schema of the body that they become. */
export function fields<Name extends string>(
  schema: z.ZodType | undefined,
  words: Record<Name, FieldWords>,
): Fields<Name> {
  const entries = Object.entries<FieldWords>(words) as [Name, FieldWords][]
  const known = partsOf(schema)
  return {
    labels: Object.fromEntries(entries.map(([name, { label }]) => [name, label])) as Record<Name, string>,
    show: (entered, more = {}) =>
      entries.map(([name, said]) => {
        const now: Partial<FieldWords> | false | undefined = more[name]
        if (now === false) return false
        return field(entered, {
          autocomplete: 'off',
          type: 'text',
          ...known[name]?.shown,
          ...said,
          ...now,
          name,
        })
      }),
    read: (form) => {
      const named = entries.filter(([name]) => known[name])
      return Object.fromEntries(named.map(([name]) => [name, known[name]!.read(form, name)]))
    },
  }
}

interface Part {
  shown: Omit<FieldWords, 'label'>
  read(form: FormData, name: string): unknown
}

interface JsonSchema {
  type?: string | string[] | undefined
  format?: string
  enum?: string[]
  const?: unknown
  maxLength?: number
  items?: JsonSchema
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  /** `#/$defs/UserRole`: a schema with a name of its own. */
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

function partsOf(schema: z.ZodType | undefined): Record<string, Part | undefined> {
  if (!schema) return {}
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const named = (part: JsonSchema): JsonSchema => {
    const { $ref, anyOf, items, ...own } = part
    if ($ref) return { ...own, ...written.$defs?.[$ref.split('/').at(-1)!] }
    return { ...own, ...(anyOf && { anyOf: anyOf.map(named) }), ...(items && { items: named(items) }) }
  }
  const { properties = {}, required = [] } = named(written)
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, partOf(named(part), required.includes(name))]),
  )
}

function partOf(schema: JsonSchema, required: boolean): Part {
  // `"type": ["boolean", "null"]` is the same as two schemas.
  const { anyOf = [schema.type].flat().map((type) => ({ ...schema, type })) } = schema
  const part = anyOf.find(({ type, const: value }) => type !== 'null' && value === undefined) ?? schema
  // What an empty field means: `""` clears, null is nothing, and otherwise the value is absent.
  const blank = required || anyOf.some((one) => one.const === '') ? '' : undefined
  const nothing = anyOf.some(({ type }) => type === 'null') ? null : undefined
  if (part.type === 'array') {
    return { shown: { type: 'checkboxes', options: optionsOf(part.items?.enum ?? []) }, read: list }
  }
  if (part.type === 'boolean') {
    return { shown: { type: 'checkbox' }, read: (form, name) => text(form, name) === 'yes' }
  }
  if (part.type === 'integer' || part.type === 'number') {
    return { shown: { type: 'number', required }, read: (form, name) => number(form, name) ?? nothing }
  }
  const read = (form: FormData, name: string) => text(form, name) || blank
  if (part.enum) return { shown: { type: 'radio', options: optionsOf(part.enum), required }, read }
  const { maxLength } = part
  const lines = (maxLength ?? 0) > MAX_LINE ? 'textarea' : 'text'
  const type = part.format === 'email' ? 'email' : part.format === 'uri' ? 'url' : lines
  return { shown: { type, required, maxLength }, read }
}
