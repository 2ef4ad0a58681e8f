/** Whether a `Prefer` header (RFC 7240) asks for a dry run. `unclear` when it contains the letters of `dry-run`
 * in a form that need not mean it; never `no` then. Takes time linear in its length. */
export function prefersDryRun(header: string): 'yes' | 'no' | 'unclear' {
  if (!mentionsDryRun(header)) return 'no'
  const parts = split(header)
  if (!parts) return 'unclear'
  const mentions = parts.filter(({ name, value }) => mentionsDryRun(name + value))
  // None, when the letters stand in two parts: `dry, run`.
  return mentions.length > 0 && mentions.every(isDryRunPart) ? 'yes' : 'unclear'
}

/** Whether a `Prefer` header asks for strict handling, in which an unknown field is an error. Of several
 * `handling` the first counts (RFC 7240 §2); a header with an open quote asks for nothing. */
export function prefersStrict(header: string | undefined): boolean {
  if (header === undefined) return false
  const handling = split(header)?.find(({ name, isParameter }) => !isParameter && isToken(name, 'handling'))
  return handling !== undefined && isToken(handling.value, 'strict')
}

function isToken(text: string, token: string): boolean {
  return text.trim().toLowerCase() === token
}

/** A preference or a parameter, without its quotes. */
interface Part {
  name: string
  value: string
  /** After a semicolon. */
  isParameter: boolean
}

const YES = new Set(['', '1', 'true'])

function isDryRunPart({ name, value }: Part): boolean {
  return isToken(name, 'dry-run') && YES.has(value.trim().toLowerCase())
}

function mentionsDryRun(text: string): boolean {
  const letters = text.toLowerCase().replace(/%2d|[^a-z]/g, '')
  return letters.includes('dryrun')
}

/** The preferences and their parameters. Undefined when a quote is not closed. */
function split(header: string): Part[] | undefined {
  const parts: Part[] = []
  let part: Part = { name: '', value: '', isParameter: false }
  let isQuoted = false
  let field: 'name' | 'value' = 'name'
  for (let i = 0; i < header.length; i++) {
    const mark = header[i]!
    if (mark === '"') isQuoted = !isQuoted
    else if (isQuoted && mark === '\\') part[field] += header[++i] ?? ''
    else if (!isQuoted && (mark === ',' || mark === ';')) {
      parts.push(part)
      part = { name: '', value: '', isParameter: mark === ';' }
      field = 'name'
    } else if (!isQuoted && mark === '=' && field === 'name') field = 'value'
    else part[field] += mark
  }
  return isQuoted ? undefined : [...parts, part]
}
