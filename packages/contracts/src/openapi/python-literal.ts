/** A JSON value as Python writes it; an object takes a line per field. `indent` is that of the line it begins in. */
export function pythonLiteral(value: unknown, indent = 0): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (Array.isArray(value)) return `[${value.map((item) => pythonLiteral(item, indent)).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = ' '.repeat(indent + 4)
  const fields = Object.entries(value).map(
    ([name, field]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(field, indent + 4)},\n`,
  )
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${' '.repeat(indent)}}`
}
