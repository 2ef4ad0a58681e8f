import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Log } from '../lifecycle/log.ts'
import { descriptorLimit, limitConnections, maxConnections } from './connection-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body arrives at the pace of a client, as an import does. */
    hasStreamedBody?: boolean
  }
}

/** What a port that only processes of this system call gives to each connection. */
export interface InternalLimits {
  headersTimeoutMs: number
  /** Of a body that its sender has whole. */
  bodyTimeoutMs: number
  /** Of any request, and of silence: an operator's import or rebuild takes minutes. */
  requestTimeoutMs: number
  maxConnections: number
}

const MOST_CONNECTIONS = 4_000

function internalLimits(): InternalLimits {
  return {
    headersTimeoutMs: 10_000,
    bodyTimeoutMs: 30_000,
    requestTimeoutMs: 600_000,
    maxConnections: maxConnections(descriptorLimit(), 0, MOST_CONNECTIONS),
  }
}

/** The HTTP server of a port that only processes of this system call, not listening yet: a request that does not come, and
 * a connection over the cap, are ended. */
export function openInternalServer(
  log: Log,
  options: FastifyServerOptions = {},
  limits: InternalLimits = internalLimits(),
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    forceCloseConnections: 'idle',
    // What still arrives while the port closes is served: it may not be safe to send twice.
    return503OnClosing: false,
    ...options,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.requestTimeoutMs,
    http: {
      // The gateway accepts half of it, which is Node's default, and adds headers of its own.
      maxHeaderSize: 32_768,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs / 2),
    },
  })
  const connections = limitConnections(app.server, { max: limits.maxConnections, maxPerAddress: 0 }, log)
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    connections.onBusy(socket)
    response.once('close', () => connections.onIdle(socket))
  })
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (!routeOptions.config.hasStreamedBody) endLateBody(raw, limits.bodyTimeoutMs)
    done()
  })
  return app
}

// A response would need a sender that still reads: the callers take a closed connection for an outage, and may retry.
function endLateBody(request: IncomingMessage, timeoutMs: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (coding === undefined && Number(length) === 0) return
  const timer = setTimeout(() => request.complete || request.socket.destroy(), timeoutMs)
  request.once('end', () => clearTimeout(timer))
  request.once('close', () => clearTimeout(timer))
}
