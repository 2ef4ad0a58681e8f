import { isIP } from 'node:net'
import { ApiError } from '@jobboard/contracts/error'
import { isPublic } from './public-address.ts'

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/
const DOTTED_NAME = /^[^.]+(\.[^.]+)+$/
const HTTPS_PORT = 443
const LAST_WELL_KNOWN_PORT = 1_023

/** Parses the URL of a receiver and applies every rule that needs no DNS (D-55). Throws invalid_request naming
 * url. */
export function parseTarget(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw invalidTarget('must be an absolute URL, such as https://example.com/webhooks')
  const reason = refusalOf(url, allowPrivate)
  if (reason !== undefined) throw invalidTarget(reason)
  return url
}

/** Why a URL is no target, by every rule that needs no DNS (D-55); undefined when it may be one. */
export function refusalOf(url: URL, allowPrivate: boolean): string | undefined {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    return 'must begin with https://'
  }
  if (url.username || url.password) return 'must not contain a user name or password'
  if (allowPrivate) return undefined
  const host = hostOf(url)
  const isAddress = isIP(host) !== 0
  if (isAddress ? !isPublic(host) : PRIVATE_NAME.test(host)) return NOT_PUBLIC
  if (!isAddress && !DOTTED_NAME.test(host)) {
    return 'must have a host name with a dot, such as hooks.example.com'
  }
  const port = url.port === '' ? HTTPS_PORT : Number(url.port)
  if (port !== HTTPS_PORT && port <= LAST_WELL_KNOWN_PORT) {
    return 'must have port 443, which is the default, or a port above 1023'
  }
  return undefined
}

/** The reason of a target that is not reachable from everywhere. */
export const NOT_PUBLIC =
  'must not point to a private, local or reserved address; use one that is reachable from the internet'

/** The host without IPv6 brackets and without a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** An invalid_request that names url. */
export function invalidTarget(reason: string): ApiError {
  return new ApiError('invalid_request', `url: ${reason}.`, { fields: [{ pointer: '/url', reason }] })
}
