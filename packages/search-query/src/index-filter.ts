/** A condition on the words `t` and links `w` of a document, or a constant. */
export type IndexFilter =
  | boolean
  | { attribute: 't' | 'w'; values: readonly string[] }
  | { type: 'and' | 'or'; of: IndexFilter[] }
  | { type: 'not'; of: IndexFilter }

/** Conjunction without constants. */
export function allOf(parts: IndexFilter[]): IndexFilter {
  if (parts.includes(false)) return false
  const left = parts.filter((part) => part !== true)
  return left.length === 0 ? true : left.length === 1 ? left[0]! : { type: 'and', of: left }
}

/** Disjunction without constants; conditions on one attribute become one list. */
export function anyOf(parts: IndexFilter[]): IndexFilter {
  if (parts.includes(true)) return true
  const lists = { t: new Set<string>(), w: new Set<string>() }
  const left: IndexFilter[] = []
  for (const part of parts) {
    if (typeof part === 'boolean') continue
    if ('attribute' in part) for (const value of part.values) lists[part.attribute].add(value)
    else left.push(part)
  }
  const listed = (['w', 't'] as const).map((attribute) => oneOf(attribute, [...lists[attribute]]))
  left.unshift(...listed.filter((part) => part !== false))
  return left.length === 0 ? false : left.length === 1 ? left[0]! : { type: 'or', of: left }
}

/** Negation. */
export function noneOf(part: IndexFilter): IndexFilter {
  if (typeof part === 'boolean') return !part
  return 'of' in part && part.type === 'not' ? part.of : { type: 'not', of: part }
}

/** Whether an attribute has one of the values. */
export function oneOf(attribute: 't' | 'w', values: readonly string[]): IndexFilter {
  return values.length === 0 ? false : { attribute, values }
}

/** Prints a filter in the grammar of Meilisearch. Encoded words contain neither quotes nor backslashes, so nothing needs escaping. */
export function printFilter(filter: IndexFilter): string {
  // The functions above leave no constant inside a filter.
  if (typeof filter === 'boolean') throw new Error('a constant has no text')
  if ('attribute' in filter) {
    const quoted = filter.values.map((value) => `"${value}"`)
    return quoted.length === 1
      ? `${filter.attribute} = ${quoted[0]}`
      : `${filter.attribute} IN [${quoted.join(', ')}]`
  }
  if (filter.type === 'not') return `NOT ${nested(filter.of)}`
  const isAnd = filter.type === 'and'
  return filter.of
    .map((part) => (isAnd && isAny(part) ? nested(part) : printFilter(part)))
    .join(isAnd ? ' AND ' : ' OR ')
}

/** Bytes that Meilisearch copies to parse a filter: for each value the rest of the text, several times. */
export function parsingCost(printed: string): number {
  return printed.length * (printed.split('"').length >> 1)
}

function nested(filter: IndexFilter): string {
  return typeof filter === 'object' && 'attribute' in filter
    ? printFilter(filter)
    : `(${printFilter(filter)})`
}

function isAny(filter: IndexFilter): boolean {
  return typeof filter === 'object' && 'of' in filter && filter.type === 'or'
}
