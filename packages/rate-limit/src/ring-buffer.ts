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
export function push(ring: RingBuffer, id: number, atMs: number): void {
  const limit = ring.times.length
  ring.times[ring.next] = atMs
  ring.ids[ring.next] = id
  ring.next = (ring.next + 1) % limit
  if (ring.count < limit) ring.count++
}

/** The time of the oldest request; the buffer must not be empty. */
export function oldestMs({ times, next, count }: RingBuffer): number {
  return times[(next - count + times.length) % times.length]!
}

/** Drops the requests up to and including this time: each is dropped once, so constant time per request. */
export function dropUntil(ring: RingBuffer, untilMs: number): void {
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
 * stay, because the window opens only when enough of all of them have left it. */
export function merge(ring: RingBuffer, entries: readonly Entry[]): void {
  const byId = new Map(entriesOf(ring).map((entry) => [entry.id, entry]))
  for (const entry of entries) if (!byId.has(entry.id)) byId.set(entry.id, entry)
  const oldestFirst = [...byId.values()].sort((a, b) => a.atMs - b.atMs)
  ring.count = 0
  for (const { id, atMs } of oldestFirst.slice(-ring.times.length)) push(ring, id, atMs)
}
