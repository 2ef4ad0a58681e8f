import type { FastifyInstance } from 'fastify'

const DRAIN_MS = 8_000

/** Takes no new connection, answers what is in hand, closes connections as they fall idle, and cuts the rest. */
export async function drain(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 20)
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(late)
}
