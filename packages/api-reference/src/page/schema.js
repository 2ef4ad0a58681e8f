import { element } from './element.js'

/** Resolves a `$ref` within the document; returns any other value as it is. */
export function resolve(value, document) {
  if (value?.$ref === undefined) return value
  // A JSON Pointer (RFC 6901) behind `#/`.
  const tokens = value.$ref.slice(2).split('/')
  return tokens.reduce((node, token) => node[token.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

/** Renders the fields of a schema as a nested list. */
export function fieldList(schema, document) {
  return fieldsOf(schema, document) ?? element('p', { class: 'type' }, typeText(schema, document))
}

function fieldsOf(schema, document) {
  const object = objectIn(schema, document)
  if (!object) return undefined
  const required = new Set(object.required)
  const rows = Object.entries(object.properties ?? {}).map(([name, field]) => {
    const notes = [typeText(field, document), ...constraintsOf(field, document)]
    if (required.has(name)) notes.push('required')
    return element(
      'li',
      {},
      element('code', {}, name),
      ' ',
      element('span', { class: 'type' }, notes.join(', ')),
      fieldsOf(field, document) ?? '',
    )
  })
  return element('ul', { class: 'fields' }, rows)
}

// The object schema itself, of the items of an array, or of the first option that has one.
function objectIn(schema, document) {
  const resolved = resolve(schema, document)
  if (resolved.properties) return resolved
  if (resolved.items) return objectIn(resolved.items, document)
  return resolved.anyOf?.map((option) => objectIn(option, document)).find(Boolean)
}

function typeText(schema, document) {
  const resolved = resolve(schema, document)
  if (resolved.anyOf) return resolved.anyOf.map((option) => typeText(option, document)).join(' or ')
  if (resolved.const !== undefined) return JSON.stringify(resolved.const)
  if (resolved.enum) return resolved.enum.join(' | ')
  if (resolved.type === 'array') return `list of ${typeText(resolved.items, document)}`
  if (resolved.format === 'date-time') return 'timestamp'
  if (resolved.format === 'email') return 'e-mail address'
  if (resolved.format === 'uri') return 'URL'
  return [resolved.type ?? 'anything'].flat().join(' or ')
}

// The maximum of every id: no reader needs it.
const MAX_INT32 = 2_147_483_647

const constraintTexts = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'min. length',
  maxLength: 'max. length',
  maxItems: 'max. items',
  pattern: 'pattern',
  default: 'default',
}

/** The description and constraints of a schema, each as a short text. */
export function constraintsOf(schema, document) {
  const resolved = resolve(schema, document)
  const options = resolved.anyOf?.flatMap((option) => constraintsOf(option, document)) ?? []
  const own = Object.entries(constraintTexts)
    .filter(([keyword]) => resolved[keyword] !== undefined && resolved[keyword] !== MAX_INT32)
    .map(([keyword, text]) => `${text} ${JSON.stringify(resolved[keyword]).replaceAll('"', '')}`)
  return [resolved.description ?? '', ...own, ...options].filter(Boolean)
}

/** A value that matches a schema: the initial request body. */
export function sampleOf(schema, document) {
  const resolved = resolve(schema, document)
  if (resolved.anyOf)
    return sampleOf(
      resolved.anyOf.find((option) => option.const === undefined) ?? resolved.anyOf[0],
      document,
    )
  if (resolved.const !== undefined) return resolved.const
  if (resolved.enum) return resolved.enum[0]
  if (resolved.type === 'object') {
    const names = resolved.required ?? []
    return Object.fromEntries(names.map((name) => [name, sampleOf(resolved.properties[name], document)]))
  }
  if (resolved.type === 'array') return [sampleOf(resolved.items, document)]
  if (resolved.type === 'integer' || resolved.type === 'number') return resolved.minimum ?? 1
  if (resolved.type === 'boolean') return true
  if (resolved.format === 'date-time') return new Date(Date.now() + 30 * 86_400_000).toISOString()
  return resolved.format === 'email' ? 'name@example.com' : ''
}
