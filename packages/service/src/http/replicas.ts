import type { UpstreamName } from '@jobboard/contracts/services'
import type { Pool } from 'undici'
import type { PeerAddress } from '../lifecycle/call.ts'
import { openPool, type Peers } from './peers.ts'

/** One replica of a service, as a caller sees it. */
export interface Replica {
  readonly address: PeerAddress
  readonly pool: Pool
  readonly ejection: Ejection
  /** Requests that wait for a connection or whose response is not received completely. */
  readonly inFlight: number
  /** Counts a request as in flight until the returned function is called. Call it in the same turn of the event loop as
   * `next`: after an ejection this request is the trial. */
  hold(): () => void
}

/** The replicas of one service, and which of them gets a request. */
export interface Replicas {
  /** The least-loaded healthy replica, round-robin on ties. An ejected replica is chosen only when all are,
   * and those of `tried`, which failed this very request, only when there is no other. */
  next(tried?: readonly Replica[]): Replica
  hasHealthyOther(replica: Replica): boolean
  /** The replica at this address, if it is in use. */
  at(address: PeerAddress): Replica | undefined
  /** Uses the replicas at these addresses from now on. The others finish what is in flight. */
  setAddresses(addresses: readonly PeerAddress[]): void
  /** Requests in flight, over all replicas. */
  inFlight(): number
  /** Replicas in use. */
  size(): number
  close(): Promise<void>
  destroy(): Promise<void>
}

/** Opens a connection pool for each address; `now` is in milliseconds. */
export function openReplicas(
  addresses: readonly PeerAddress[],
  pool: Parameters<typeof openPool>[1],
  now: () => number = () => performance.now(),
): Replicas {
  const open = (address: PeerAddress) => new OpenReplica(address, openPool(address, pool), now)
  let replicas: Replica[] = addresses.map(open)
  /** Replicas that left, while they have requests in flight. */
  const leaving = new Set<Replica>()
  const all = () => [...replicas, ...leaving]
  let roundRobin = 0
  return {
    next(tried = []) {
      let best = replicas[roundRobin++ % replicas.length]!
      if (replicas.length === 1) return best
      const nowMs = now()
      const rank = (one: Replica) => (tried.includes(one) ? 2 : Number(one.ejection.isEjected(nowMs)))
      for (let offset = 0; offset < replicas.length - 1; offset++) {
        const other = replicas[(roundRobin + offset) % replicas.length]!
        if ((rank(other) - rank(best) || other.inFlight - best.inFlight) < 0) best = other
      }
      return best
    },
    hasHealthyOther(replica) {
      const nowMs = now()
      return replicas.some((other) => other !== replica && !other.ejection.isEjected(nowMs))
    },
    at: (address) => replicas.find((one) => one.address === address),
    setAddresses(current) {
      const before = replicas
      replicas = current.map((address) => before.find((one) => one.address === address) ?? open(address))
      for (const replica of before.filter((one) => !replicas.includes(one))) {
        leaving.add(replica)
        // Requests that fail report it to their clients.
        const closing = replica.pool.close().catch(() => {})
        void closing.then(() => leaving.delete(replica))
      }
    },
    inFlight: () => all().reduce((sum, replica) => sum + replica.inFlight, 0),
    size: () => replicas.length,
    close: async () => void (await Promise.all(all().map(({ pool }) => pool.close()))),
    destroy: async () => void (await Promise.all(all().map(({ pool }) => pool.destroy()))),
  }
}

/** The replicas of each service, as `peers` finds them, from the first call of `of` for it. */
export function openReplicasOf(peers: Peers, pool: Parameters<typeof openPool>[1]) {
  const opened = new Map<UpstreamName, Replicas>()
  const unfollow = peers.onChange((name) => opened.get(name)?.setAddresses(peers.addressesOf(name)))
  return {
    of(name: UpstreamName): Replicas {
      const replicas = opened.get(name) ?? openReplicas(peers.addressesOf(name), pool)
      opened.set(name, replicas)
      return replicas
    },
    async end(how: 'close' | 'destroy'): Promise<void> {
      unfollow()
      await Promise.all([...opened.values()].map((replicas) => replicas[how]()))
    },
  }
}

class OpenReplica implements Replica {
  readonly address: PeerAddress
  readonly pool: Pool
  readonly ejection = new Ejection()
  inFlight = 0
  readonly #now: () => number

  constructor(address: PeerAddress, pool: Pool, now: () => number) {
    this.address = address
    this.pool = pool
    this.#now = now
  }

  hold(): () => void {
    this.inFlight++
    const endTrial = this.ejection.chosen(this.#now())
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.inFlight--
      endTrial()
    }
  }
}

const FIRST_MS = 1_000
const LONGEST_MS = 10_000
// Longer than a service drains (DRAIN_DELAY_MS): no request meets the closing of its port.
const LEAVING_MS = 10_000

/** A replica that responds 503 within this time is out of order. One that takes longer may be slow because of
 * the request itself, such as a search that timed out. */
export const OUT_OF_ORDER_MS = 1_000

/** Keeps requests away from a replica that fails: for 1 s, doubled with each failure in a row up to 10 s.
 * Then one trial request at a time, until one succeeds. */
export class Ejection {
  #failuresInRow = 0
  #failedAtMs = Number.NEGATIVE_INFINITY
  #untilMs = Number.NEGATIVE_INFINITY
  #trial: symbol | undefined

  isEjected(nowMs: number): boolean {
    return nowMs < this.#untilMs || this.#trial !== undefined
  }

  /** A request goes to this replica. After an ejection it is the trial, and others stay away until it succeeds or the
   * returned function is called. */
  chosen(nowMs: number): () => void {
    if (this.#failuresInRow === 0 || this.isEjected(nowMs)) return () => {}
    const trial = Symbol()
    this.#trial = trial
    return () => {
      if (this.#trial === trial) this.#trial = undefined
    }
  }

  /** The replica failed a request sent at that time. Several sent before the same failure count once. */
  failed(sentAtMs: number, nowMs: number): void {
    if (sentAtMs < this.#failedAtMs) return
    this.#failedAtMs = nowMs
    this.#untilMs = nowMs + Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failuresInRow)
    this.#failuresInRow++
  }

  /** The replica stops: it responded, and serves no more than what is in flight. */
  left(nowMs: number): void {
    this.#failedAtMs = nowMs
    this.#untilMs = nowMs + LEAVING_MS
    this.#failuresInRow ||= 1
  }

  /** The replica responded to a request sent at that time. One sent before the latest failure proves
   * nothing. */
  succeeded(sentAtMs: number): void {
    if (this.#failuresInRow === 0 || sentAtMs < this.#failedAtMs) return
    this.#failuresInRow = 0
    this.#untilMs = Number.NEGATIVE_INFINITY
    this.#trial = undefined
  }
}
