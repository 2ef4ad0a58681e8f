import type { ServerResponse } from 'node:http'

/** Requests of one key that a service is sent at a time; further ones of the key wait. */
export const MAX_IN_FLIGHT_PER_KEY = 32

/** Limits how many requests to a service each holder, a key or an owner of keys, has in flight. */
export interface Shares {
  /** True when the request may be sent now: call `release` when its response is received or given up. */
  take(holder: string): boolean
  /** Waits until a request of the holder is released; false when none was in time or the client has gone. */
  wait(holder: string, response: ServerResponse, waitMs: number, bytes?: number): Promise<boolean>
  /** Bytes of the requests of the holder that wait. */
  waitingBytes(holder: string): number
  release(holder: string): void
}

interface Share {
  inFlight: number
  waitingBytes: number
  /** Requests that wait, the oldest first. */
  readonly waiting: Set<() => void>
}

/** Shares of one service: who uses a share up does not delay the others. */
export function openShares(max: number): Shares {
  const shares = new Map<string, Share>()

  return {
    take(holder) {
      const share = shares.get(holder)
      if (!share) shares.set(holder, { inFlight: 1, waitingBytes: 0, waiting: new Set() })
      else if (share.inFlight >= max) return false
      else share.inFlight++
      return true
    },
    wait(holder, response, waitMs, bytes = 0) {
      const share = shares.get(holder)!
      share.waitingBytes += bytes
      return new Promise((resolve) => {
        const settle = (isFree: boolean) => {
          share.waiting.delete(take)
          share.waitingBytes -= bytes
          clearTimeout(timer)
          response.off('close', giveUp)
          resolve(isFree)
        }
        const take = () => settle(true)
        const giveUp = () => settle(false)
        const timer = setTimeout(giveUp, waitMs)
        response.once('close', giveUp)
        share.waiting.add(take)
      })
    },
    waitingBytes: (holder) => shares.get(holder)?.waitingBytes ?? 0,
    release(holder) {
      const share = shares.get(holder)!
      const [next] = share.waiting
      if (next) return next()
      if (--share.inFlight === 0) shares.delete(holder)
    },
  }
}
