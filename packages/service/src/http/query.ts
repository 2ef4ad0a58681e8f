import type { Endpoint, Input } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { validationError } from './error-response.ts'

const MAX_NAMES = 5
const MAX_NAME_LENGTH = 50

/** The query of a request as its endpoint declares it. Throws invalid_request that names each parameter that is
 * invalid, or unknown on the public and admin planes (D-07). */
export function parseQuery<E extends Endpoint>(
  endpoint: E,
  query: Readonly<Record<string, unknown>>,
): Input<E>['query'] {
  // A service of a newer version may send more to an older one.
  if (endpoint.plane !== 'internal') refuseUnknown(endpoint, Object.keys(query))
  const parsed = endpoint.query?.safeParse(query, { reportInput: true })
  if (parsed?.success === false) throw validationError(parsed.error, 'query')
  return parsed?.data as Input<E>['query']
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
