import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const DRAIN_TIMEOUT_MS = 8_000

/** The responses in flight on all ports. */
export interface OpenResponses {
  /** Returns its place, for `delete`. */
  add(response: ServerResponse): number
  delete(place: number): void
  /** From now on every response says `Connection: close`, those in flight too: no client writes into a
   * connection that is about to close. */
  endConnections(): void
}

/** Tracks responses from their request until they are closed. */
export function trackOpenResponses(): OpenResponses {
  // Not a Set: each table that it outgrows would keep the responses in it alive until the next full collection.
  const places: (ServerResponse | undefined)[] = []
  const free: number[] = []
  let isEnding = false
  return {
    add(response) {
      if (isEnding) response.shouldKeepAlive = false
      const place = free.pop() ?? places.length
      places[place] = response
      return place
    },
    delete(place) {
      places[place] = undefined
      free.push(place)
    },
    endConnections() {
      isEnding = true
      for (const response of places) if (response) response.shouldKeepAlive = false
    },
  }
}

/** Accepts no new connection, finishes the requests in flight, closes idle connections, and cuts the rest
 * after 8 s. */
export async function drain(app: FastifyInstance): Promise<void> {
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 20)
  const cutRest = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await app.close()
  clearInterval(closeIdle)
  clearTimeout(cutRest)
}
