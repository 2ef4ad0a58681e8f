import { randomInt } from 'node:crypto'
import { type LimitFamily, requestsPerMinute } from '@jobboard/contracts/limits'
import { z } from 'zod'

export const WINDOW_MS = 60_000

/** Whether one more request is admitted, and the state of its window afterwards. */
export interface Decision {
  ok: boolean
  /** Requests that would be admitted now. */
  remaining: number
  /** Milliseconds until the next request is admitted; 0 when it is now. */
  retryAfterMs: number
  /** Milliseconds until the oldest counted request leaves the window. */
  resetMs: number
}

/** A decision, and the id under which the admitted request is stored; 0 when it was refused. */
export interface RecordedDecision extends Decision {
  id: number
}

/** Sliding windows by name, in memory. A name is one key and one limit family. */
export interface SlidingLog {
  /** Admits and records a request, or refuses it. `id` is given when another member sent the request. */
  take(name: string, id?: number): RecordedDecision
  /** An id that no member has used. */
  newId(): number
  /** Records a request that the owner has just admitted, unless the window was handed over with it. */
  append(name: string, id: number): void
  /** Records requests that another member admitted; each id counts once. Returns how many were new here. */
  merge(name: string, entries: readonly Entry[]): number
  /** The requests in the window now, oldest first. */
  read(name: string): Entry[]
  /** Milliseconds until so many requests would be admitted at once, at most the limit; 0 when it is now. */
  waitMs(name: string, count: number): number
  /** The number of requests in the window now. */
  count(name: string): number
  limitOf(name: string): number
  names(): Iterable<string>
  /** Deletes windows without a request in the last 60 s; returns how many windows are left. */
  sweep(): number
  /** Windows in memory. */
  size(): number
}

export function windowName(keyId: string, family: LimitFamily): string {
  return `${keyId}/${family}`
}

/** The largest limit of any family. */
export const MAX_LIMIT = Math.max(...Object.values(requestsPerMinute))

/** A window name in a message of another member: a name without a limit is rejected. */
export const windowNameSchema = z
  .string()
  .max(100)
  .refine((name) => Object.hasOwn(requestsPerMinute, familyOf(name)))

/** The id of a request in a message of another member. */
export const requestIdSchema = z.int().positive()

/** An age or a wait in milliseconds in a message of another member, clamped to a window. */
export const durationSchema = z.number().transform((ms) => Math.min(Math.max(ms, 0), WINDOW_MS))

function familyOf(name: string): LimitFamily {
  return name.slice(name.lastIndexOf('/') + 1) as LimitFamily
}

/** Exact sliding windows: no 60 s hold more admitted requests than the limit (D-17). A refused request is not recorded.
 * `nowMs` is a monotonic clock. */
export function openSlidingLog(nowMs: () => number = () => performance.now()): SlidingLog {
  const rings = new Map<string, RingBuffer>()
  // Unique over all members: 21 random bits per process, then a 32-bit counter; together exact in a double.
  let lastId = (1 + randomInt(2 ** 21 - 1)) * 2 ** 32

  function ringOf(name: string): RingBuffer {
    let ring = rings.get(name)
    if (!ring) {
      ring = openRingBuffer(requestsPerMinute[familyOf(name)])
      rings.set(name, ring)
    }
    return ring
  }

  return {
    take(name, id = ++lastId) {
      const now = nowMs()
      const ring = ringOf(name)
      // A request leaves the window exactly 60 s after it was admitted.
      dropUntil(ring, now - WINDOW_MS)
      const limit = ring.times.length
      if (ring.count === limit) {
        const waitMs = oldestMs(ring) + WINDOW_MS - now
        return { ok: false, remaining: 0, retryAfterMs: waitMs, resetMs: waitMs, id: 0 }
      }
      push(ring, id, now)
      const resetMs = oldestMs(ring) + WINDOW_MS - now
      const remaining = limit - ring.count
      return { ok: true, remaining, retryAfterMs: remaining > 0 ? 0 : resetMs, resetMs, id }
    },
    newId: () => ++lastId,
    append(name, id) {
      const ring = ringOf(name)
      if (!ring.ids.includes(id)) push(ring, id, nowMs())
    },
    merge: (name, entries) => merge(ringOf(name), entries),
    read(name) {
      const ring = rings.get(name)
      if (!ring) return []
      dropUntil(ring, nowMs() - WINDOW_MS)
      return entriesOf(ring)
    },
    waitMs(name, count) {
      const now = nowMs()
      const ring = ringOf(name)
      dropUntil(ring, now - WINDOW_MS)
      const missing = count - (ring.times.length - ring.count)
      return missing <= 0 ? 0 : entriesOf(ring)[missing - 1]!.atMs + WINDOW_MS - now
    },
    count(name) {
      const ring = ringOf(name)
      dropUntil(ring, nowMs() - WINDOW_MS)
      return ring.count
    },
    limitOf: (name) => requestsPerMinute[familyOf(name)],
    names: () => rings.keys(),
    sweep() {
      const untilMs = nowMs() - WINDOW_MS
      for (const [name, ring] of rings) {
        dropUntil(ring, untilMs)
        if (ring.count === 0) rings.delete(name)
      }
      return rings.size
    },
    size: () => rings.size,
  }
}

/** One admitted request. Its `id` is the same on every member that stores it. */
export interface Entry {
  id: number
  atMs: number
}

/** The newest admitted requests of one window, at most the limit. The oldest is at `next - count`. */
export interface RingBuffer {
  times: Float64Array
  ids: Float64Array
  next: number
  count: number
}

/** An empty ring buffer for at most `limit` requests. */
export function openRingBuffer(limit: number): RingBuffer {
  return { times: new Float64Array(limit), ids: new Float64Array(limit), next: 0, count: 0 }
}

/** Appends the newest request; overwrites the oldest when the buffer is full. */
function push(ring: RingBuffer, id: number, atMs: number): void {
  const limit = ring.times.length
  ring.times[ring.next] = atMs
  ring.ids[ring.next] = id
  ring.next = (ring.next + 1) % limit
  if (ring.count < limit) ring.count++
}

/** The time of the oldest request; the buffer must not be empty. */
function oldestMs({ times, next, count }: RingBuffer): number {
  return times[(next - count + times.length) % times.length]!
}

/** Drops the requests up to and including this time: each is dropped once, so constant time per request. */
function dropUntil(ring: RingBuffer, untilMs: number): void {
  while (ring.count > 0 && oldestMs(ring) <= untilMs) ring.count--
}

/** The requests, oldest first. */
export function entriesOf({ times, ids, next, count }: RingBuffer): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const slot = (next - count + index + times.length) % times.length
    return { id: ids[slot]!, atMs: times[slot]! }
  })
}

/** Adds requests that another member admitted; an id that is already here is not added again. Above the limit the newest
 * stay, because the window opens only when enough of all of them have left it. Returns how many were not here. */
export function merge(ring: RingBuffer, entries: readonly Entry[]): number {
  const byId = new Map(entriesOf(ring).map((entry) => [entry.id, entry]))
  const before = byId.size
  for (const entry of entries) if (!byId.has(entry.id)) byId.set(entry.id, entry)
  const oldestFirst = [...byId.values()].sort((a, b) => a.atMs - b.atMs)
  ring.count = 0
  for (const { id, atMs } of oldestFirst.slice(-ring.times.length)) push(ring, id, atMs)
  return byId.size - before
}
