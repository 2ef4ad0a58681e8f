import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const DRAIN_MS = 8_000

/** The answers in hand, and from when on each is the last one of its connection. */
export interface Answers {
  add(response: ServerResponse): void
  remove(response: ServerResponse): void
  /** From now on every answer says `Connection: close`, those in hand too: no client writes into a connection that is about
   * to close. */
  endConnections(): void
}

/** None yet. */
export function openAnswers(): Answers {
  const inHand = new Set<ServerResponse>()
  let areLast = false
  return {
    add(response) {
      inHand.add(response)
      if (areLast) response.shouldKeepAlive = false
    },
    remove: (response) => void inHand.delete(response),
    endConnections() {
      areLast = true
      for (const response of inHand) response.shouldKeepAlive = false
    },
  }
}

/** Takes no new connection, answers what is in hand, closes connections as they fall idle, and cuts the rest. */
export async function drain(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 20)
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(late)
}
