import type { Endpoint, Input } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { parsing, validationError } from './error-response.ts'

const MAX_NAMES = 5
const MAX_NAME_LENGTH = 50

/** The query of a URL as its endpoint declares it. Throws invalid_request that names each parameter that is
 * invalid, or unknown on the public and admin planes (D-07). */
export function parseQuery<E extends Endpoint>(endpoint: E, url: string): Input<E>['query'] {
  const query = readQuery(url)
  // A service of a newer version may send more to an older one.
  if (endpoint.plane !== 'internal') refuseUnknown(endpoint, Object.keys(query))
  const parsed = endpoint.query?.safeParse(query, parsing)
  if (parsed?.success === false) throw validationError(parsed.error, 'query')
  return parsed?.data as Input<E>['query']
}

/** The parameters of a URL, a list where one comes several times. Throws invalid_request for one that is not percent-encoded
 * UTF-8: read as something else it would find nothing. */
export function readQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  const query: Record<string, string | string[]> = Object.create(null)
  if (start < 0) return query
  for (const part of url.slice(start + 1).split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const sentName = equals < 0 ? part : part.slice(0, equals)
    const name = decode(sentName, sentName)
    const value = equals < 0 ? '' : decode(part.slice(equals + 1), name)
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (typeof before === 'string') query[name] = [before, value]
    else before.push(value)
  }
  return query
}

function decode(sent: string, name: string): string {
  try {
    return decodeURIComponent(sent.replaceAll('+', ' '))
  } catch {
    const shown = name.slice(0, MAX_NAME_LENGTH)
    const reason = 'is not percent-encoded UTF-8: write %C3%96 for Ö, and %25 for a % itself'
    throw new ApiError('invalid_request', `${shown}: ${reason}.`, {
      fields: [{ pointer: `#query/${shown}`, reason }],
    })
  }
}

function refuseUnknown({ query }: Endpoint, names: string[]): void {
  const known = query && 'shape' in query ? Object.keys(query.shape as object) : []
  const unknown = names.filter((name) => !known.includes(name)).slice(0, MAX_NAMES)
  if (unknown.length === 0) return
  const fields = unknown.map((name) => ({
    pointer: `#query/${name.slice(0, MAX_NAME_LENGTH)}`,
    reason: 'is not a parameter of this endpoint',
  }))
  const list = unknown.map((name) => name.slice(0, MAX_NAME_LENGTH)).join(', ')
  const allowed = known.length > 0 ? `the parameters are ${known.join(', ')}` : 'it has no parameters'
  throw new ApiError('invalid_request', `${list}: unknown in the query of this endpoint; ${allowed}.`, {
    fields,
  })
}
