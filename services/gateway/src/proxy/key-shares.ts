import type { ServerResponse } from 'node:http'

/** Requests of one key that a service is sent at a time; further ones of the key wait. */
export const MAX_IN_FLIGHT_PER_KEY = 32

/** Limits how many connections to a service one key can hold. */
export interface KeyShares {
  /** True when the request may be sent now: call `release` when its response is received or given up. */
  take(key: string): boolean
  /** Waits until a request of the key is released; false when none was in time or the client has gone. */
  wait(key: string, response: ServerResponse, waitMs: number): Promise<boolean>
  release(key: string): void
}

interface Share {
  inFlight: number
  /** Requests that wait, the oldest first. */
  readonly waiting: Set<() => void>
}

/** Shares of one service: a key that uses its share does not delay the others. */
export function openKeyShares(max = MAX_IN_FLIGHT_PER_KEY): KeyShares {
  const shares = new Map<string, Share>()

  return {
    take(key) {
      const share = shares.get(key)
      if (!share) shares.set(key, { inFlight: 1, waiting: new Set() })
      else if (share.inFlight >= max) return false
      else share.inFlight++
      return true
    },
    wait(key, response, waitMs) {
      const { waiting } = shares.get(key)!
      return new Promise((resolve) => {
        const settle = (isFree: boolean) => {
          waiting.delete(take)
          clearTimeout(timer)
          response.off('close', giveUp)
          resolve(isFree)
        }
        const take = () => settle(true)
        const giveUp = () => settle(false)
        const timer = setTimeout(giveUp, waitMs)
        response.once('close', giveUp)
        waiting.add(take)
      })
    },
    release(key) {
      const share = shares.get(key)!
      const [next] = share.waiting
      if (next) return next()
      if (--share.inFlight === 0) shares.delete(key)
    },
  }
}
