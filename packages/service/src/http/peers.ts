import { lookup } from 'node:dns/promises'
import { createRequire } from 'node:module'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import {
  type PeerVariable,
  peerVariable,
  type UpstreamName,
  upstreamNames,
} from '@jobboard/contracts/services'
import { type Loop, startLoop } from '@jobboard/process/loop'
import type { Pool } from 'undici'
import type { PeerAddress } from '../lifecycle/call.ts'
import type { BaseEnv } from '../lifecycle/env.ts'

/** The base URLs of peers. */
export type PeerEnv = Pick<BaseEnv, PeerVariable>

/** The replicas of every service, resolved again and again while they are used. */
export interface Peers {
  /** At least one per base URL. An address that stays is the same object. */
  addressesOf(name: UpstreamName): readonly PeerAddress[]
  /** Calls the listener after each change, with the addresses that left; returns an unsubscribe function. */
  onChange(listener: PeerListener): () => void
  /** Resolves soon: a replica could not be reached. */
  refresh(): void
  stop(): void
}

export type PeerListener = (name: UpstreamName, left: readonly PeerAddress[]) => void

/** Returns the IP addresses of a host name; throws when it has none or DNS fails. */
export type ResolveHost = (hostname: string) => Promise<string[]>

interface Base {
  readonly url: string
  /** The host name to resolve, if any. */
  readonly hostname: string | undefined
  addresses: readonly PeerAddress[]
}

const INTERVAL_MS = 5_000
/** Share of the interval that is random, so that replicas do not resolve at the same time. */
const JITTER = 0.4
const MIN_PAUSE_MS = 500

/** Follows the addresses of each service from the first `addressesOf` of it. A failed look-up changes nothing. */
export function openPeers(
  env: PeerEnv,
  { resolve = resolveHost, intervalMs = INTERVAL_MS }: { resolve?: ResolveHost; intervalMs?: number } = {},
): Peers {
  const urls = peerUrls(env)
  const bases = new Map<UpstreamName, Base[]>()
  const addresses = new Map<UpstreamName, readonly PeerAddress[]>()
  const listeners = new Set<PeerListener>()
  let loop: Loop | undefined
  let isStopped = false
  let resolvedAtMs = Number.NEGATIVE_INFINITY

  function follow(name: UpstreamName): readonly PeerAddress[] {
    const own = urls[name].map((url): Base => {
      return { url, hostname: hostToResolve(url), addresses: [{ url, address: undefined }] }
    })
    bases.set(name, own)
    const initial = flatten(own)
    addresses.set(name, initial)
    if (own.some(({ hostname }) => hostname !== undefined) && !isStopped) {
      if (loop) loop.wake()
      else loop = startLoop({ step: resolveAll, onError() {}, retryMs: intervalMs })
    }
    return initial
  }

  async function resolveAll(): Promise<number> {
    resolvedAtMs = performance.now()
    for (const [name, own] of bases) {
      let hasChanged = false
      for (const base of own) {
        // One at a time: `getaddrinfo` of a silent DNS server occupies a thread of the pool for seconds.
        if (base.hostname !== undefined && (await update(base, base.hostname, resolve))) hasChanged = true
      }
      if (isStopped) break
      if (!hasChanged) continue
      const [before, after] = [addresses.get(name)!, flatten(own)]
      addresses.set(name, after)
      const left = before.filter((address) => !after.includes(address))
      for (const listener of listeners) listener(name, left)
    }
    return intervalMs * (1 - JITTER / 2 + JITTER * Math.random())
  }

  return {
    addressesOf: (name) => addresses.get(name) ?? follow(name),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh() {
      if (performance.now() - resolvedAtMs >= MIN_PAUSE_MS) loop?.wake()
    },
    stop() {
      isStopped = true
      // Not awaited: a look-up in flight cannot be cancelled.
      void loop?.stop()
    },
  }
}

/** Base URLs of every service, by service name. */
export function peerUrls(env: PeerEnv): Record<UpstreamName, string[]> {
  const urls = upstreamNames.map((name) => [name, env[peerVariable(name)]])
  return Object.fromEntries(urls) as Record<UpstreamName, string[]>
}

/** The host name of a base URL; undefined for IP addresses and this machine, which need no look-up. */
export function hostToResolve(url: string): string | undefined {
  const { hostname } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isLocal || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ? undefined : hostname
}

function flatten(bases: readonly Base[]): readonly PeerAddress[] {
  return bases.flatMap((base) => base.addresses)
}

/** Resolves the host again; true when its addresses changed. */
async function update(base: Base, hostname: string, resolve: ResolveHost): Promise<boolean> {
  const found = await resolve(hostname).catch((): string[] => [])
  const unique = [...new Set(found)].sort()
  const before = base.addresses
  if (unique.length === 0) return false
  if (unique.length === before.length && unique.every((ip, i) => before[i]!.address === ip)) return false
  base.addresses = unique.map(
    (ip) => before.find(({ address }) => address === ip) ?? { url: base.url, address: ip },
  )
  return true
}

/** The addresses of a host name, of one family: a replica with an IPv4 and an IPv6 address is one replica. Throws when it
 * has none or DNS fails. */
export async function resolveHost(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true })
  const family = found.some((one) => one.family === 4) ? 4 : 6
  return found.filter((one) => one.family === family).map(({ address }) => address)
}

// All of undici (fetch, web sockets, mocks, caches) takes 4 MB and 60 ms of CPU in each process. Its index too gives the
// pool its `request`.
const require = createRequire(import.meta.url)
const UndiciPool: typeof Pool = require('undici/lib/dispatcher/pool.js')
Object.assign(UndiciPool.prototype, require('undici/lib/api/index.js'))

/** A connection pool to one address. `Host` and the TLS server name are those of the base URL. */
export function openPool(
  { url, address }: PeerAddress,
  { connectTimeoutMs, ...options }: Omit<Pool.Options, 'connect'> & { connectTimeoutMs: number },
): Pool {
  const lookup = address === undefined ? {} : { lookup: lookupOf(address) }
  return new UndiciPool(new URL(url).origin, {
    ...options,
    connect: { timeout: connectTimeoutMs, ...lookup },
  })
}

function lookupOf(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4
  return (_hostname, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family)
}
