import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints/all'
import { ApiError } from '@jobboard/contracts/error'

/** True when the request prefers a dry run of an endpoint that has one (P-170). A free GET has no effect, so it ignores
 * the preference. Throws invalid_request for any other endpoint, and for `dry-run` with a value. */
export function isDryRun(endpoint: Endpoint, headers: IncomingHttpHeaders): boolean {
  const preference = preferences(headers.prefer).find(({ name }) => name === 'dry-run')
  if (!preference) return false
  if (preference.hasValue) throw refusal('dry-run takes no value; send Prefer: dry-run')
  if (endpoint.hasDryRun) return true
  if (endpoint.method === 'GET') return false
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

/** The preferences of RFC 7240, without their parameters. */
function preferences(header: string | string[] | undefined): { name: string; hasValue: boolean }[] {
  if (header === undefined) return []
  // A quoted value may contain the separators. One without an end lasts to the end of the header: with the second quotation
  // mark required, each mark of `"\"\"\"` would be scanned to the end.
  const unquoted = String(header).replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/g, (quoted) =>
    quoted === '""' ? '' : 'quoted',
  )
  return unquoted.split(',').map((part) => {
    const [preference = ''] = part.split(';')
    const [name = '', value = ''] = preference.split('=').map((text) => text.trim())
    return { name: name.toLowerCase(), hasValue: value !== '' }
  })
}
