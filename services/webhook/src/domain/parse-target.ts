import { isIP } from 'node:net'
import { ApiError } from '@jobboard/contracts/error'
import { isPublic } from './public-address.ts'

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** The URL of an endpoint, when webhooks may go there as far as the text tells (D-55). Names are looked up elsewhere.
 * Throws invalid_request naming url. */
export function parseTarget(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw refusedTarget('must be an absolute URL, such as https://example.com/webhooks')
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw refusedTarget('must begin with https://')
  }
  if (url.username || url.password) throw refusedTarget('must not contain a user name or password')
  const host = hostOf(url)
  if (!allowPrivate && (isIP(host) ? !isPublic(host) : PRIVATE_NAME.test(host))) {
    throw refusedTarget('must not point to a private, local or reserved address')
  }
  return url
}

/** The host without brackets and without the final dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** 400 naming url. */
export function refusedTarget(reason: string): ApiError {
  return new ApiError('invalid_request', `url: ${reason}.`, { fields: [{ pointer: '/url', reason }] })
}
