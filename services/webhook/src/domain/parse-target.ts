import { isIP } from 'node:net'
import { ApiError } from '@jobboard/contracts/error'
import { isPublic } from './public-address.ts'

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** Parses the URL of a receiver and applies every rule that needs no DNS (D-55). Throws invalid_request naming
 * url. */
export function parseTarget(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw invalidTarget('must be an absolute URL, such as https://example.com/webhooks')
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw invalidTarget('must begin with https://')
  }
  if (url.username || url.password) throw invalidTarget('must not contain a user name or password')
  const host = hostOf(url)
  if (!allowPrivate && (isIP(host) ? !isPublic(host) : PRIVATE_NAME.test(host))) {
    throw invalidTarget('must not point to a private, local or reserved address')
  }
  return url
}

/** The host without IPv6 brackets and without a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** An invalid_request that names url. */
export function invalidTarget(reason: string): ApiError {
  return new ApiError('invalid_request', `url: ${reason}.`, { fields: [{ pointer: '/url', reason }] })
}
