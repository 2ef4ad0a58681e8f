// Parts of a tsquery: its text, or a constant when it does not depend on the row.

/** One lexeme. Encoded words and phrase names contain neither quotes nor backslashes, so nothing needs escaping. */
export function lexeme(text: string): string {
  return `'${text}'`
}

/** Conjunction. */
export function all(parts: (string | boolean)[]): string | boolean {
  if (parts.includes(false)) return false
  return joined(parts, ' & ') ?? true
}

/** Disjunction. */
export function any(parts: (string | boolean)[]): string | boolean {
  if (parts.includes(true)) return true
  return joined(parts, ' | ') ?? false
}

/** Negation. */
export function none(part: string | boolean): string | boolean {
  return typeof part === 'boolean' ? !part : `!(${part})`
}

function joined(parts: (string | boolean)[], operator: string): string | undefined {
  const texts = parts.filter((part) => typeof part === 'string')
  return texts.length < 2 ? texts[0] : `(${texts.join(operator)})`
}
