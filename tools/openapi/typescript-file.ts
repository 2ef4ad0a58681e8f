import type { Document, Operation, Parameter, Reference, Response } from './document.ts'
import { follow } from './document.ts'
import type { Schema } from './schema-change.ts'

const COMPONENTS = ['schemas', 'responses', 'parameters', 'headers']
const PLACES = ['query', 'header', 'path', 'cookie']
const PLAIN: Record<string, string> = {
  ...{ string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' },
}

/** The types of a document: `components` by kind and name, `operations` (webhooks too) by operationId. */
export function printTypes(document: Document): string {
  const components = COMPONENTS.map((kind) => {
    const items = Object.entries(document.components?.[kind] ?? {})
    return field(
      kind,
      object(items.map(([name, item]) => field(name, componentType(item as Component), item as Component))),
    )
  })
  const operations = Object.values({ ...document.paths, ...document.webhooks })
    .flatMap((methods) => Object.values(methods as Record<string, Operation>))
    .map((operation) => field(operation.operationId!, operationType(operation, document)))
  return `export interface components ${object(components)}\nexport interface operations ${object(operations)}\n`
}

type Component = Schema & Partial<Response> & { schema?: Schema }

function componentType(item: Component): string {
  if (item.schema) return typeOf(item.schema)
  return item.headers || item.content ? responseType(item as Response) : typeOf(item)
}

function operationType(operation: Operation, document: Document): string {
  const parameters = (operation.parameters ?? []).map((one) => {
    const { name, in: place, required, schema, ...about } = follow<Parameter>(one, document)
    const isRequired = required || place === 'path'
    return {
      place,
      isRequired,
      line: field(
        name,
        refOr(one, () => typeOf(schema)),
        about,
        isRequired,
      ),
    }
  })
  const groups = PLACES.map((place) => {
    const own = parameters.filter((one) => one.place === place)
    const type = own.length > 0 ? object(own.map(({ line }) => line)) : 'never'
    return field(
      place,
      type,
      {},
      own.some(({ isRequired }) => isRequired),
    )
  })
  const body = operation.requestBody
  const responses = Object.entries(operation.responses).map(([status, response]) =>
    field(status, refOr(response, responseType), response),
  )
  return object([
    field('parameters', object(groups)),
    body
      ? field('requestBody', object([field('content', contentType(body.content))]), body, body.required)
      : field('requestBody', 'never', {}, false),
    field('responses', object(responses)),
  ])
}

function responseType({ headers = {}, content }: Response): string {
  const lines = Object.entries(headers).map(([name, header]) =>
    field(
      name,
      refOr(header as Reference | { schema: Schema }, ({ schema }) => typeOf(schema)),
      header as object,
    ),
  )
  return object([
    field('headers', object([...lines, '[name: string]: unknown;'])),
    content ? field('content', contentType(content)) : field('content', 'never', {}, false),
  ])
}

const contentType = (content: Record<string, { schema: Schema }>) =>
  object(Object.entries(content).map(([name, media]) => field(name, typeOf(media.schema), media)))

/** The type of a schema. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return refType(schema.$ref)
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values) {
    const isNullable = Array.isArray(schema.type) && schema.type.includes('null')
    return union([...values.map((value) => JSON.stringify(value)), ...(isNullable ? ['null'] : [])])
  }
  const options = schema.anyOf ?? schema.oneOf
  if (options) return union(options.map(typeOf))
  const own = schema.type && union([schema.type].flat().map((type) => plainType(type, schema)))
  const parts = [...(own ? [own] : []), ...(schema.allOf ?? []).map(typeOf)]
  return parts.length > 0 ? parts.join(' & ') : 'unknown'
}

function plainType(type: string, schema: Schema): string {
  if (type === 'array') {
    const item = typeOf(schema.items ?? {})
    return /^[^{]* [|&] /.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (type !== 'object') return PLAIN[type]!
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).map(([name, value]) =>
    field(name, typeOf(value), value, required.has(name)),
  )
  const more = schema.additionalProperties
  const values = more === true ? 'unknown' : more && typeOf(more as Schema)
  if (!values) return fields.length > 0 ? object(fields) : 'Record<string, never>'
  const indexed = object([`[key: string]: ${values};`])
  return fields.length > 0 ? `${object(fields)} & ${indexed}` : indexed
}

const union = (types: string[]) => [...new Set(types)].join(' | ')
const refType = (ref: string) => {
  const [kind, ...names] = ref.replace('#/', '').split('/')
  return kind + names.map((name) => `[${JSON.stringify(name)}]`).join('')
}
const refOr = <T extends object>(value: T | Reference, type: (value: T) => string) =>
  '$ref' in value ? refType(value.$ref as string) : type(value as T)

const object = (lines: string[]) =>
  lines.length > 0 ? `{\n${lines.join('\n').replace(/^(?=.)/gm, '    ')}\n}` : 'never'

/** A property with its documentation. */
function field(name: string, type: string, about: object = {}, isRequired = true): string {
  const key = /^[A-Za-z_$][\w$]*$|^\d+$/.test(name) ? name : JSON.stringify(name)
  return `${comment({ ...about })}${key}${isRequired ? '' : '?'}: ${type};`
}

function comment(about: Record<string, unknown>): string {
  const lines = [
    ...(about.format ? [`Format: ${about.format}`] : []),
    ...['description', 'default', 'example'].flatMap((tag) => {
      const value = about[tag]
      const text = typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value).trim()
      return value === undefined ? [] : [`@${tag} ${text.replaceAll('\n', '\n *     ')}`]
    }),
    ...('const' in about ? ['@constant'] : []),
    ...(about.enum ? [`@enum {${[about.type].flat().join('|')}}`] : []),
  ]
  const [first, ...more] = lines
  if (first === undefined) return ''
  const text = more.length === 0 && !first.includes('\n') ? `* ${first} ` : `*\n * ${lines.join('\n * ')}\n `
  return `/*${text.replaceAll('*/', '*\\/').replaceAll(/ +\n/g, '\n')}*/\n`
}
