import { lookup, Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPublic } from '../domain/public-address.ts'
import type { WebhookEnv } from '../env.ts'

/** An address that a name stands for. */
export interface Address {
  address: string
  family: number
}

/** Looks a name up; every answer is one that webhooks may go to. Throws BlockedTarget, or the resolver's error. */
export type Resolve = (hostname: string) => Promise<Address[]>

/** The name stands for an address that webhooks must not go to, if only among others. */
export class BlockedTarget extends Error {
  readonly code = 'blocked_target'
}

const QUERY_TIMEOUT_MS = 2_000

/** Asks name servers itself: getaddrinfo has four threads, and four slow names would stop all others.
 * With `WEBHOOK_ALLOW_PRIVATE` it is the system's look-up (hosts file included), unguarded. */
export function openResolve({
  WEBHOOK_ALLOW_PRIVATE,
  WEBHOOK_DNS_SERVERS,
}: Pick<WebhookEnv, 'WEBHOOK_ALLOW_PRIVATE' | 'WEBHOOK_DNS_SERVERS'>): Resolve {
  if (WEBHOOK_ALLOW_PRIVATE) return (hostname) => lookup(hostname, { all: true })
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 })
  if (WEBHOOK_DNS_SERVERS) resolver.setServers(WEBHOOK_DNS_SERVERS)
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap((answer, i) => {
      const family = i === 0 ? 4 : 6
      return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
    })
    if (found.length === 0) throw answers.find((answer) => answer.status === 'rejected')!.reason
    if (found.some(({ address }) => !isPublic(address))) throw new BlockedTarget('not a public address')
    return found
  }
}

/** The look-up of a socket: it connects to exactly what was checked here (D-55). IP literals never come by. */
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
