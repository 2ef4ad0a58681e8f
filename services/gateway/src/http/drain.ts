import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const DRAIN_TIMEOUT_MS = 8_000

/** The responses in flight on all ports. */
export interface OpenResponses {
  add(response: ServerResponse): void
  delete(response: ServerResponse): void
  /** From now on every response says `Connection: close`, those in flight too: no client writes into a
   * connection that is about to close. */
  endConnections(): void
}

/** Tracks responses from their request until they are closed. */
export function trackOpenResponses(): OpenResponses {
  const open = new Set<ServerResponse>()
  let isEnding = false
  return {
    add(response) {
      open.add(response)
      if (isEnding) response.shouldKeepAlive = false
    },
    delete: (response) => void open.delete(response),
    endConnections() {
      isEnding = true
      for (const response of open) response.shouldKeepAlive = false
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
