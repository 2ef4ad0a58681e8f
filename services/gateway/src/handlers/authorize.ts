import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { methodNotAllowed } from '../http/responses.ts'
import type { Match } from '../http/router.ts'

/** The endpoint that the scopes of a key open, or why it is refused: 405, 403, then 404 for an id that cannot
 * exist (D-13). */
export function authorize(
  { endpoint, allow, hasInvalidId }: Match,
  method: string,
  scopes: readonly string[],
): Endpoint | ApiError {
  if (!endpoint) return methodNotAllowed(method, allow)
  const missing = endpoint.scopes?.filter((scope) => !scopes.includes(scope)) ?? []
  if (missing.length > 0) {
    return new ApiError('insufficient_scope', `This key lacks the scope ${missing.join(' and ')}.`)
  }
  // The service checks D-30 before the id.
  return hasInvalidId && !endpoint.recordsAuthor ? notFound() : endpoint
}
