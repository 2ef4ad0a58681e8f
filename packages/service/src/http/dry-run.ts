import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import { ApiError } from '@jobboard/contracts/error'
import { prefersDryRun } from './prefer.ts'

/** True when the request prefers a dry run of an endpoint that has one. A free GET has no effect, so it ignores
 * the preference. Throws invalid_request for any other endpoint, and for a header that may or may not mean a dry run. */
export function isDryRun(endpoint: Endpoint, headers: IncomingHttpHeaders): boolean {
  if (headers.prefer === undefined) return false
  const preferred = prefersDryRun(String(headers.prefer))
  if (preferred === 'no' || (endpoint.method === 'GET' && !endpoint.hasDryRun)) return false
  if (preferred === 'unclear') {
    throw refusal('it is unclear whether a dry run is meant; for one send Prefer: dry-run')
  }
  if (endpoint.hasDryRun) return true
  throw refusal(
    `${endpoint.method} ${endpoint.path} has no dry run; these operations have one: ${supported()}`,
  )
}

/** 400 for a preference that cannot be honoured. */
export function refusal(reason: string): ApiError {
  return new ApiError('invalid_request', `Prefer: ${reason}. Nothing was done.`)
}

function supported(): string {
  return endpoints
    .filter(({ hasDryRun }) => hasDryRun)
    .map(({ method, path }) => `${method} ${path}`)
    .join(', ')
}
