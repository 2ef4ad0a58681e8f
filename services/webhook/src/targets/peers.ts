import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookEnv } from '../env.ts'
import { hostOf, invalidTarget, isPublic, NOT_PUBLIC, parseTarget } from './target.ts'

const LOOKUP_TIMEOUT_MS = 1_500

/** Refuses a URL whose host is, or resolves to, an address that webhooks must not be sent to (D-55).
 * Accepts a name that does not resolve within 1.5 s: each connection resolves it again. Throws
 * invalid_request naming url. */
export async function checkTarget(text: string, env: WebhookEnv): Promise<void> {
  const host = hostOf(parseTarget(text, env.WEBHOOK_ALLOW_PRIVATE))
  if (env.WEBHOOK_ALLOW_PRIVATE || isIP(host) !== 0) return
  const lookup = openResolve(env)(host).catch((error: unknown) => error)
  const result = await Promise.race([lookup, sleep(LOOKUP_TIMEOUT_MS)])
  if (result instanceof BlockedTarget) throw invalidTarget(NOT_PUBLIC)
}

/** An IP address of a host name; `family` is 4 or 6. */
export interface Address {
  address: string
  family: number
}

/** Resolves a name to addresses that webhooks may be sent to. Throws BlockedTarget, or the resolver's error. */
export type Resolve = (hostname: string) => Promise<Address[]>

/** At least one address of the name is private or reserved. */
export class BlockedTarget extends Error {
  readonly code = 'blocked_target'
}

const QUERY_TIMEOUT_MS = 2_000

/** Queries name servers directly: getaddrinfo runs on four threads, so four slow names would block all others.
 * With `WEBHOOK_ALLOW_PRIVATE` it uses getaddrinfo (which reads the hosts file) and allows every address. */
export function openResolve({
  WEBHOOK_ALLOW_PRIVATE,
  WEBHOOK_DNS_SERVERS,
}: Pick<WebhookEnv, 'WEBHOOK_ALLOW_PRIVATE' | 'WEBHOOK_DNS_SERVERS'>): Resolve {
  if (WEBHOOK_ALLOW_PRIVATE) return (hostname) => lookup(hostname, { all: true })
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 })
  if (WEBHOOK_DNS_SERVERS) resolver.setServers(WEBHOOK_DNS_SERVERS)
  return async (hostname) => {
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = results.flatMap((result, i) => {
      const family = i === 0 ? 4 : 6
      return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []
    })
    if (addresses.length === 0) throw results.find((result) => result.status === 'rejected')!.reason
    if (addresses.some(({ address }) => !isPublic(address))) throw new BlockedTarget('not a public address')
    return addresses
  }
}

/** A socket's `lookup` option: the socket connects to the addresses that `resolve` checked, which defeats
 * DNS rebinding (D-55). Node skips it for IP literals; those are checked before each request. */
export function pinnedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        if (options.all) return callback(null, addresses)
        callback(null, addresses[0]!.address, addresses[0]!.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}
