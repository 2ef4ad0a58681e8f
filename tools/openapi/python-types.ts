import type { Schema } from './schema-change.ts'

/** The Python types of JSON Schemas. An object within another schema gets a name of its own, made of where it
 * stands, such as `JobExpiredEventData`: a mistake in its fields is a type error too. */
export class PythonTypes {
  readonly #taken: Set<string>
  readonly #objects = new Map<string, string>()
  readonly #enums = new Map<string, string>()
  readonly #unions = new Map<string, string>()

  /** `reserved`: the names that schemas of the document have. */
  constructor(reserved: string[]) {
    this.#taken = new Set(reserved)
  }

  /** Declares a schema under a name of the document. */
  declare(name: string, schema: Schema): void {
    if (schema.properties) this.#declareObject(name, schema)
    else (schema.enum ? this.#enums : this.#unions).set(name, this.typeOf(schema, name))
  }

  /** The type of a schema; `name` is for an object or a union of objects that has none. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!
    const values = schema.const === undefined ? schema.enum : [schema.const]
    if (values) return `Literal[${values.map(literal).join(', ')}]`
    const options = schema.anyOf ?? schema.oneOf
    if (options) return [...new Set(options.map((one) => this.typeOf(one, name)))].join(' | ')
    return [schema.type ?? 'any']
      .flat()
      .map((type) => this.#plainType(type, schema, name))
      .join(' | ')
  }

  /** The declarations. An alias is evaluated where it stands, so what it names comes first. */
  print(): string[] {
    const aliases = [...this.#enums, ...this.#unions].map(([name, type]) => `\n\n${name} = ${type}`)
    return [...this.#objects.values(), ...aliases]
  }

  #plainType(type: string, schema: Schema, name: string): string {
    if (type === 'array') return `list[${this.#itemType(schema.items ?? {}, singular(name))}]`
    if (type === 'object') {
      if (schema.properties) return this.#newObject(name, schema)
      const values = schema.additionalProperties
      const isTyped = typeof values === 'object' && values !== null
      return `dict[str, ${isTyped ? this.typeOf(values as Schema, `${name}Value`) : 'Any'}]`
    }
    const types: Record<string, string> = {
      ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
    }
    return types[type] ?? 'Any'
  }

  #itemType(items: Schema, name: string): string {
    const options = items.anyOf ?? items.oneOf ?? []
    if (options.length < 2 || !options.every((one) => one.$ref)) return this.typeOf(items, name)
    const free = this.#newName(name)
    this.#unions.set(free, this.typeOf(items, free))
    return free
  }

  #newObject(name: string, schema: Schema): string {
    const free = this.#newName(name)
    this.#declareObject(free, schema)
    return free
  }

  #newName(name: string): string {
    let free = name
    while (this.#taken.has(free)) free += 'Fields'
    this.#taken.add(free)
    return free
  }

  #declareObject(name: string, schema: Schema): void {
    const required = new Set(schema.required)
    // The functional form: a field can have any name.
    const fields = Object.entries(schema.properties!).map(([field, value]) => {
      const type = this.typeOf(value, name + partOf(field))
      return `        ${quoted(field)}: ${quoted(required.has(field) ? type : `NotRequired[${type}]`)},`
    })
    const lines = ['', '', `${name} = TypedDict(`, `    ${quoted(name)},`, '    {', ...fields, '    },', ')']
    this.#objects.set(name, lines.join('\n'))
  }
}

const literal = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : JSON.stringify(value)
const singular = (name: string) =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.endsWith('s') ? name.slice(0, -1) : `${name}Item`
const quoted = (text: string) => JSON.stringify(text)
const partOf = (field: string) => {
  const letters = field.replace(/[^A-Za-z0-9]/g, '')
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}
