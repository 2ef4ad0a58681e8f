/** A document as sent by clients. */
export type FakeDocument = Record<string, unknown>

/** What a filter may do with an attribute. */
export type Features = { equality: boolean; comparison: boolean }

/** Parses an array of filters, which must all hold, by the grammar of Meilisearch 1.50: NOT before AND before OR, parentheses,
 * `=`, `!=`, `<`, `<=`, `>`, `>=`, `[NOT] IN [..]`. Throws a sentence for anything else. */
export function parseFilter(
  filter: unknown,
  featuresOf: (attribute: string) => Features | undefined,
): (document: FakeDocument) => boolean {
  const parts = filter === undefined || filter === null ? [] : Array.isArray(filter) ? filter : [filter]
  const conditions = parts.map((part) => new FilterParser(String(part), featuresOf).parse())
  return (document) => conditions.every((condition) => condition(document))
}

type Condition = (document: FakeDocument) => boolean

// As in Meilisearch: a pair of parentheses costs 4, NOT costs 1.
const MAX_DEPTH = 150
const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|(<=|>=|!=|[=<>()[\],])|([\w.-]+))\s*/y

class FilterParser {
  private readonly text: string
  private readonly featuresOf: (attribute: string) => Features | undefined
  private readonly tokens: { text: string; isQuoted: boolean }[] = []
  private next = 0
  private depth = 0

  constructor(text: string, featuresOf: (attribute: string) => Features | undefined) {
    this.text = text
    this.featuresOf = featuresOf
  }

  parse(): Condition {
    TOKEN.lastIndex = 0
    while (TOKEN.lastIndex < this.text.length) {
      const [, quoted, mark, word] = TOKEN.exec(this.text) ?? []
      const text = quoted ?? mark ?? word
      if (text === undefined) throw new Error('Was expecting an operation')
      this.tokens.push({ text, isQuoted: quoted !== undefined })
    }
    const condition = this.anyOf()
    if (this.next < this.tokens.length)
      throw new Error('Found unexpected characters at the end of the filter')
    return condition
  }

  private anyOf(): Condition {
    const parts = [this.allOf()]
    while (this.take('OR')) parts.push(this.allOf())
    return parts.length === 1 ? parts[0]! : (document) => parts.some((part) => part(document))
  }

  private allOf(): Condition {
    const parts = [this.operand()]
    while (this.take('AND')) parts.push(this.operand())
    return parts.length === 1 ? parts[0]! : (document) => parts.every((part) => part(document))
  }

  private operand(): Condition {
    if (this.take('NOT')) {
      const part = this.nested(1, () => this.operand())
      return (document) => !part(document)
    }
    if (!this.take('(')) return this.condition()
    const part = this.nested(4, () => this.anyOf())
    this.expect(')')
    return part
  }

  private condition(): Condition {
    const attribute = this.value()
    const features = this.featuresOf(attribute)
    if (!features) throw new Error(`Attribute \`${attribute}\` is not filterable`)
    if (this.take('NOT')) {
      this.expect('IN')
      const listed = this.oneOf(attribute, features)
      return (document) => !listed(document)
    }
    if (this.take('IN')) return this.oneOf(attribute, features)
    const operator = this.value()
    const value = this.value()
    if (operator === '=' || operator === '!=') {
      const equal = equals(attribute, features, [value])
      return operator === '=' ? equal : (document) => !equal(document)
    }
    return compares(attribute, features, operator, Number(value))
  }

  private oneOf(attribute: string, features: Features): Condition {
    this.expect('[')
    const values: string[] = []
    while (!this.take(']')) {
      values.push(this.value())
      if (!this.take(',')) {
        this.expect(']')
        break
      }
    }
    return equals(attribute, features, values)
  }

  private nested<T>(cost: number, parse: () => T): T {
    this.depth += cost
    if (this.depth > MAX_DEPTH) throw new Error('The filter exceeded the maximum depth limit')
    const parsed = parse()
    this.depth -= cost
    return parsed
  }

  private take(text: string): boolean {
    const token = this.tokens[this.next]
    if (!token || token.isQuoted || token.text !== text) return false
    this.next++
    return true
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new Error(`Was expecting ${text}`)
  }

  private value(): string {
    const token = this.tokens[this.next++]
    if (!token) throw new Error('Was expecting a value')
    return token.text
  }
}

function equals(attribute: string, { equality }: Features, values: string[]): Condition {
  if (!equality) throw new Error(`Operator \`=\` is not allowed for the attribute \`${attribute}\``)
  const wanted = new Set(values.map(normalised))
  return (document) => valuesOf(document, attribute).some((value) => wanted.has(normalised(String(value))))
}

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

function compares(attribute: string, { comparison }: Features, operator: string, limit: number): Condition {
  const compare = COMPARISONS[operator]
  if (!compare || !comparison) {
    throw new Error(`Operator \`${operator}\` is not allowed for the attribute \`${attribute}\``)
  }
  return (document) =>
    valuesOf(document, attribute).some((value) => typeof value === 'number' && compare(value, limit))
}

function valuesOf(document: FakeDocument, attribute: string): unknown[] {
  const value = document[attribute]
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
}

// Facet values are compared without case, in NFKD, trimmed.
function normalised(value: string): string {
  return value.normalize('NFKD').toLowerCase().trim()
}
