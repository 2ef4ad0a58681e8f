import { element } from './element.js'

/** The thing itself, or what stands at its reference. */
export function follow(value, document) {
  if (value?.$ref === undefined) return value
  const parts = value.$ref.slice(2).split('/')
  return parts.reduce((at, part) => at[part.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

/** The fields of a schema, as a list of lists. */
export function fields(schema, document) {
  const inner = fieldsOf(schema, document)
  if (inner) return inner
  return element('p', { class: 'type' }, typeText(schema, document))
}

function fieldsOf(schema, document) {
  const object = objectIn(schema, document)
  if (!object) return undefined
  const required = new Set(object.required)
  const rows = Object.entries(object.properties ?? {}).map(([name, field]) => {
    const rules = [typeText(field, document), ...rulesOf(field, document)]
    if (required.has(name)) rules.push('required')
    return element(
      'li',
      {},
      element('code', {}, name),
      ' ',
      element('span', { class: 'type' }, rules.join(', ')),
      fieldsOf(field, document) ?? '',
    )
  })
  return element('ul', { class: 'fields' }, rows)
}

// The object within: of a list, or beside null.
function objectIn(schema, document) {
  const found = follow(schema, document)
  if (found.properties) return found
  if (found.items) return objectIn(found.items, document)
  return found.anyOf?.map((option) => objectIn(option, document)).find(Boolean)
}

function typeText(schema, document) {
  const found = follow(schema, document)
  if (found.anyOf) return found.anyOf.map((option) => typeText(option, document)).join(' or ')
  if (found.const !== undefined) return JSON.stringify(found.const)
  if (found.enum) return found.enum.join(' | ')
  if (found.type === 'array') return `list of ${typeText(found.items, document)}`
  if (found.format === 'date-time') return 'timestamp'
  if (found.format === 'email') return 'e-mail address'
  if (found.format === 'uri') return 'URL'
  return [found.type ?? 'anything'].flat().join(' or ')
}

const ruleTexts = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'min. length',
  maxLength: 'max. length',
  maxItems: 'max. items',
  pattern: 'pattern',
  default: 'default',
}

/** What else a value must be, in a few words each. */
export function rulesOf(schema, document) {
  const found = follow(schema, document)
  const options = found.anyOf?.flatMap((option) => rulesOf(option, document)) ?? []
  const own = Object.entries(ruleTexts)
    .filter(([keyword]) => found[keyword] !== undefined && found[keyword] !== 2_147_483_647)
    .map(([keyword, text]) => `${text} ${JSON.stringify(found[keyword]).replaceAll('"', '')}`)
  return [found.description ?? '', ...own, ...options].filter(Boolean)
}

/** A value that fits a schema, to start from. */
export function sample(schema, document) {
  const found = follow(schema, document)
  if (found.anyOf)
    return sample(found.anyOf.find((option) => option.const === undefined) ?? found.anyOf[0], document)
  if (found.const !== undefined) return found.const
  if (found.enum) return found.enum[0]
  if (found.type === 'object') {
    const names = found.required ?? []
    return Object.fromEntries(names.map((name) => [name, sample(found.properties[name], document)]))
  }
  if (found.type === 'array') return [sample(found.items, document)]
  if (found.type === 'integer' || found.type === 'number') return found.minimum ?? 1
  if (found.type === 'boolean') return true
  if (found.format === 'date-time') return new Date(Date.now() + 30 * 86_400_000).toISOString()
  return found.format === 'email' ? 'name@example.com' : ''
}
