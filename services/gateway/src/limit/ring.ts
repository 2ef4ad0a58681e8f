/** One counted request; `id` is the same wherever it is written down. */
export interface Entry {
  id: number
  atMs: number
}

/** The newest counted requests, at most as many as the limit, oldest first from `next - count`. */
export interface Ring {
  times: Float64Array
  ids: Float64Array
  next: number
  count: number
}

/** A ring that holds at most `limit` requests. */
export function openRing(limit: number): Ring {
  return { times: new Float64Array(limit), ids: new Float64Array(limit), next: 0, count: 0 }
}

/** Writes down the newest request; the oldest makes room when there is none. */
export function push(ring: Ring, { id, atMs }: Entry): void {
  const limit = ring.times.length
  ring.times[ring.next] = atMs
  ring.ids[ring.next] = id
  ring.next = (ring.next + 1) % limit
  if (ring.count < limit) ring.count++
}

/** When the oldest request came in. */
export function oldestMs({ times, next, count }: Ring): number {
  return times[(next - count + times.length) % times.length]!
}

/** Drops what came in up to then. Each is dropped once: constant time per request. */
export function dropUntil(ring: Ring, untilMs: number): void {
  while (ring.count > 0 && oldestMs(ring) <= untilMs) ring.count--
}

/** Its requests, oldest first. */
export function entriesOf({ times, ids, next, count }: Ring): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const place = (next - count + index + times.length) % times.length
    return { id: ids[place]!, atMs: times[place]! }
  })
}

/** Adds requests that another replica wrote down; one that is here already counts once. Above the limit the newest stay:
 * the window opens when enough of all have left it. */
export function merge(ring: Ring, entries: readonly Entry[]): void {
  const all = new Map(entriesOf(ring).map((entry) => [entry.id, entry]))
  for (const entry of entries) if (!all.has(entry.id)) all.set(entry.id, entry)
  const inOrder = [...all.values()].sort((a, b) => a.atMs - b.atMs)
  ring.count = 0
  for (const entry of inOrder.slice(-ring.times.length)) push(ring, entry)
}
