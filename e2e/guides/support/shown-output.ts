/** How an output differs from what the guide shows; empty when it has that shape. */
export function differences(language: 'json' | 'text', shown: string, output: string): string[] {
  return language === 'json' ? jsonDifferences(shown, output) : textDifferences(shown, output)
}

// Every shown line is in the output, in this order: a number stands for any number, `...` for any text.
function textDifferences(shown: string, output: string): string[] {
  const lines = output.replaceAll('\r', '').split('\n')
  let next = 0
  for (const line of shown.trimEnd().split('\n')) {
    const found = lines.findIndex((one, index) => index >= next && patternOf(line).test(one))
    if (found < 0) return [`no line like "${line}"`]
    next = found + 1
  }
  return []
}

function patternOf(line: string): RegExp {
  const literal = line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll('\\.\\.\\.', '.*').replace(/\d+/g, '\\d+')}$`)
}

function jsonDifferences(shown: string, output: string): string[] {
  try {
    return compare(JSON.parse(shown), JSON.parse(output), '')
  } catch (error) {
    return [`not JSON: ${(error as Error).message}`]
  }
}

// Every field that is shown is there; there may be others, since fields are added. A number, and a text with a digit,
// stands for any of its type.
function compare(shown: unknown, actual: unknown, path: string): string[] {
  if (typeOf(shown) !== typeOf(actual))
    return [`${path || 'the body'}: ${typeOf(actual)}, shown as ${typeOf(shown)}`]
  if (Array.isArray(shown)) {
    const found = actual as unknown[]
    if (found.length !== shown.length) return [`${path}: ${found.length} items, shown with ${shown.length}`]
    return shown.flatMap((item, index) => compare(item, found[index], `${path}[${index}]`))
  }
  if (typeof shown === 'object' && shown !== null) {
    return compareFields(shown as Fields, actual as Fields, path)
  }
  if (typeof shown === 'number' || shown === actual) return []
  if (typeof shown === 'string') {
    if (/\d/.test(shown)) return []
    if (shown.endsWith('...') && String(actual).startsWith(shown.slice(0, -3))) return []
  }
  return [`${path}: ${JSON.stringify(actual)}, shown as ${JSON.stringify(shown)}`]
}

type Fields = Record<string, unknown>

function compareFields({ '…': _others, ...shown }: Fields, actual: Fields, path: string): string[] {
  return Object.keys(shown).flatMap((name) =>
    name in actual
      ? compare(shown[name], actual[name], `${path}.${name}`)
      : [`${path}.${name}: shown and not there`],
  )
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}
