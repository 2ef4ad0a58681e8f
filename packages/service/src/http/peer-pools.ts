import type { LookupFunction } from 'node:net'
import { isIPv6 } from 'node:net'
import { Pool } from 'undici'
import type { PeerAddress } from '../lifecycle/call.ts'
import type { Peers } from './peers.ts'

/** A connection pool to one address. `Host` and the TLS server name are those of the base URL. */
export function openPool(
  { url, address }: PeerAddress,
  { connectTimeoutMs, ...options }: Omit<Pool.Options, 'connect'> & { connectTimeoutMs: number },
): Pool {
  const lookup = address === undefined ? {} : { lookup: lookupOf(address) }
  return new Pool(new URL(url).origin, { ...options, connect: { timeout: connectTimeoutMs, ...lookup } })
}

/** One pool per address, opened at its first use. */
export interface PeerPools {
  of(address: PeerAddress): Pool
  close(): Promise<void>
  destroy(): Promise<void>
}

/** Opens pools to the addresses of peers. The pool of an address that has left closes when its requests are done. */
export function openPeerPools(peers: Peers, options: Parameters<typeof openPool>[1]): PeerPools {
  const pools = new Map<PeerAddress, Pool>()
  const unsubscribe = peers.onChange((_name, left) => {
    for (const address of left) {
      // A request that fails reports it to its caller.
      pools
        .get(address)
        ?.close()
        .catch(() => {})
      pools.delete(address)
    }
  })
  const end = async (how: 'close' | 'destroy') => {
    unsubscribe()
    await Promise.all([...pools.values()].map((pool) => pool[how]()))
  }
  return {
    of(address) {
      let pool = pools.get(address)
      if (!pool) {
        pool = openPool(address, options)
        pools.set(address, pool)
      }
      return pool
    },
    close: () => end('close'),
    destroy: () => end('destroy'),
  }
}

function lookupOf(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4
  return (_hostname, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family)
}
