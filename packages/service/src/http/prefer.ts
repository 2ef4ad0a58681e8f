import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'

/** True when the request prefers a dry run of an endpoint that has one. A free GET has no effect, so it ignores
 * the preference. Throws invalid_request for any other endpoint, and for a header that may or may not mean a dry run. `all`
 * are the endpoints that the refusal can name. */
export function isDryRun(
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  all: readonly Endpoint[],
): boolean {
  if (headers.prefer === undefined) return false
  const preferred = prefersDryRun(String(headers.prefer))
  if (preferred === 'no' || (endpoint.method === 'GET' && !endpoint.hasDryRun)) return false
  if (preferred === 'unclear') {
    throw refusal('it is unclear whether a dry run is meant; for one send Prefer: dry-run')
  }
  if (endpoint.hasDryRun) return true
  const supported = all.filter(({ hasDryRun }) => hasDryRun).map(({ method, path }) => `${method} ${path}`)
  throw refusal(
    `${endpoint.method} ${endpoint.path} has no dry run; these operations have one: ${supported.join(', ')}`,
  )
}

/** 400 for a preference that cannot be honoured. */
export function refusal(reason: string): ApiError {
  return new ApiError('invalid_request', `Prefer: ${reason}. Nothing was done.`)
}

/** Whether a `Prefer` header (RFC 7240) asks for a dry run. `unclear` when it contains the letters of `dry-run`
 * in a form that need not mean it; never `no` then. Takes time linear in its length. */
function prefersDryRun(header: string): 'yes' | 'no' | 'unclear' {
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
