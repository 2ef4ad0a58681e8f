import { randomInt } from 'node:crypto'
import { type LimitFamily, requestsPerMinute } from '@jobboard/contracts/limits'
import { z } from 'zod'
import type { Decision } from './limiter.ts'
import { dropUntil, type Entry, entriesOf, merge, oldestMs, openRing, push, type Ring } from './ring.ts'

const WINDOW_MS = 60_000

/** A decision, and the id under which an admitted request was written down; 0 for a refused one. */
export interface Taken extends Decision {
  id: number
}

/** The windows in memory, by name: a key and a family. */
export interface SlidingLog {
  /** `id`: the one that a replica has given it, which asks for this decision. */
  take(name: string, id?: number): Taken
  /** An id that no replica has given yet. */
  newId(): number
  /** Writes down a request that another replica has admitted this moment. */
  append(name: string, id: number): void
  /** Writes down what another replica knows; twice is once. */
  merge(name: string, entries: readonly Entry[]): void
  /** What counts now, oldest first. */
  read(name: string): Entry[]
  /** How many that are. */
  count(name: string): number
  limitOf(name: string): number
  names(): Iterable<string>
  /** Forgets keys that were silent for a whole window; answers how many entries are left. */
  sweep(): number
  /** Entries: a key and a family each. */
  size(): number
}

/** What a key and a family are called together. */
export function windowName(keyId: string, family: LimitFamily): string {
  return `${keyId}/${family}`
}

/** The name of a window: what another replica says is not taken on trust. */
export const knownWindow = z.string().refine((name) => Object.hasOwn(requestsPerMinute, familyOf(name)))

function familyOf(name: string): LimitFamily {
  return name.slice(name.lastIndexOf('/') + 1) as LimitFamily
}

/** Exact sliding window per name, in the memory of this process: no 60 seconds hold more than the limit
 * (D-17). A refused request leaves no trace. `nowMs` is the real clock, monotonic. */
export function openSlidingLog(nowMs: () => number = () => performance.now()): SlidingLog {
  const rings = new Map<string, Ring>()
  // Unique over replicas: 21 random bits, then 32 of a counter.
  let lastId = (1 + randomInt(2 ** 21 - 1)) * 2 ** 32

  function ringOf(name: string): Ring {
    let ring = rings.get(name)
    if (!ring) {
      ring = openRing(requestsPerMinute[familyOf(name)])
      rings.set(name, ring)
    }
    return ring
  }

  return {
    take(name, id = ++lastId) {
      const now = nowMs()
      const ring = ringOf(name)
      // A request leaves the window exactly 60 s after it came in.
      dropUntil(ring, now - WINDOW_MS)
      const limit = ring.times.length
      if (ring.count === limit) {
        const waitMs = oldestMs(ring) + WINDOW_MS - now
        return { ok: false, remaining: 0, retryAfterMs: waitMs, resetMs: waitMs, id: 0 }
      }
      push(ring, { id, atMs: now })
      const resetMs = oldestMs(ring) + WINDOW_MS - now
      const remaining = limit - ring.count
      return { ok: true, remaining, retryAfterMs: remaining > 0 ? 0 : resetMs, resetMs, id }
    },
    newId: () => ++lastId,
    append: (name, id) => push(ringOf(name), { id, atMs: nowMs() }),
    merge: (name, entries) => merge(ringOf(name), entries),
    read(name) {
      const ring = rings.get(name)
      if (!ring) return []
      dropUntil(ring, nowMs() - WINDOW_MS)
      return entriesOf(ring)
    },
    count(name) {
      const ring = ringOf(name)
      dropUntil(ring, nowMs() - WINDOW_MS)
      return ring.count
    },
    limitOf: (name) => requestsPerMinute[familyOf(name)],
    names: () => rings.keys(),
    sweep() {
      for (const [name, ring] of rings) {
        dropUntil(ring, nowMs() - WINDOW_MS)
        if (ring.count === 0) rings.delete(name)
      }
      return rings.size
    },
    size: () => rings.size,
  }
}
