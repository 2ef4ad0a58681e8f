/** Whether a `Prefer` header (RFC 7240) asks for a dry run (P-170). `unclear` when it contains the letters of `dry-run`
 * in a form that need not mean it; never `no` then. Takes time linear in its length. */
export function prefersDryRun(header: string): 'yes' | 'no' | 'unclear' {
  if (!mentionsDryRun(header)) return 'no'
  const parts = split(header)
  if (!parts) return 'unclear'
  const mentions = parts.filter(({ name, value }) => mentionsDryRun(name + value))
  // None, when the letters stand in two parts: `dry, run`.
  return mentions.length > 0 && mentions.every(isDryRunPart) ? 'yes' : 'unclear'
}

/** A preference or a parameter, without its quotes. */
interface Part {
  name: string
  value: string
}

const YES = new Set(['', '1', 'true'])

function isDryRunPart({ name, value }: Part): boolean {
  return name.trim().toLowerCase() === 'dry-run' && YES.has(value.trim().toLowerCase())
}

function mentionsDryRun(text: string): boolean {
  const letters = text.toLowerCase().replace(/%2d|[^a-z]/g, '')
  return letters.includes('dryrun')
}

/** The preferences and parameters alike: a dry run is meant on either place. Undefined when a quote is not closed. */
function split(header: string): Part[] | undefined {
  const parts: Part[] = []
  let part: Part = { name: '', value: '' }
  let isQuoted = false
  let field: keyof Part = 'name'
  for (let i = 0; i < header.length; i++) {
    const mark = header[i]!
    if (mark === '"') isQuoted = !isQuoted
    else if (isQuoted && mark === '\\') part[field] += header[++i] ?? ''
    else if (!isQuoted && (mark === ',' || mark === ';')) {
      parts.push(part)
      part = { name: '', value: '' }
      field = 'name'
    } else if (!isQuoted && mark === '=' && field === 'name') field = 'value'
    else part[field] += mark
  }
  return isQuoted ? undefined : [...parts, part]
}
