import { BlockList, isIP } from 'node:net'
import { ApiError } from '@jobboard/contracts/error'

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

// IANA special-purpose registries, multicast, and 168.63.129.16: Azure's metadata service on a public address.
const special = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
// Inside 2000::/3, in order: protocol assignments (Teredo among them), documentation, 6to4, AS112,
// documentation.
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const blocked = new BlockList()
for (const [network, bits] of special) blocked.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of specialV6) blocked.addSubnet(network, bits, 'ipv6')
// IPv6 is blocked outside 2000::/3: IPv4-mapped, NAT64, unique local, link-local, loopback and unassigned.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** True for a globally reachable IP address, the only kind that webhooks are sent to (D-55). */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}
