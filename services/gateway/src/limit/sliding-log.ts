import { requestsPerMinute } from '@jobboard/contracts/limits'
import type { Limiter } from './limiter.ts'

const WINDOW_MS = 60_000

interface Ring {
  /** Times of the admitted requests; `next` is the oldest once the ring is full. */
  times: Float64Array
  next: number
  count: number
}

/** The limiter in memory. */
export interface SlidingLog extends Limiter {
  /** Forgets keys that were silent for a whole window; answers how many entries are left. */
  sweep(): number
  /** Entries: a key and a family each. */
  size(): number
}

/** Exact sliding window per key and family, in the memory of this process: no 60 seconds hold more than the limit
 * (D-17). A refused request leaves no trace. `nowMs` is the real clock, monotonic. */
export function openSlidingLog(nowMs: () => number = () => performance.now()): SlidingLog {
  const rings = new Map<string, Ring>()

  return {
    take(keyId, family) {
      const limit = requestsPerMinute[family]
      const now = nowMs()
      const name = `${keyId}/${family}`
      let ring = rings.get(name)
      if (!ring) {
        ring = { times: new Float64Array(limit), next: 0, count: 0 }
        rings.set(name, ring)
      }
      forget(ring, now - WINDOW_MS)
      if (ring.count === limit) {
        const waitMs = oldest(ring) + WINDOW_MS - now
        return { ok: false, remaining: 0, retryAfterMs: waitMs, resetMs: waitMs }
      }
      ring.times[ring.next] = now
      ring.next = (ring.next + 1) % limit
      ring.count++
      const resetMs = oldest(ring) + WINDOW_MS - now
      const remaining = limit - ring.count
      return { ok: true, remaining, retryAfterMs: remaining > 0 ? 0 : resetMs, resetMs }
    },
    sweep() {
      for (const [name, ring] of rings) {
        forget(ring, nowMs() - WINDOW_MS)
        if (ring.count === 0) rings.delete(name)
      }
      return rings.size
    },
    size: () => rings.size,
  }
}

function oldest({ times, next, count }: Ring): number {
  return times[(next - count + times.length) % times.length]!
}

// A request leaves the window exactly 60 s after it came in. Each is forgotten once: constant time per request.
function forget(ring: Ring, untilMs: number): void {
  while (ring.count > 0 && oldest(ring) <= untilMs) ring.count--
}
