import type { AddressInfo } from 'node:net'
import { endpoints } from '@jobboard/contracts/endpoints'
import { descriptorLimit, maxConnections } from '@jobboard/service/http/connection-limit'
import { hostToResolve, peerUrls } from '@jobboard/service/http/peers'
import type { FastifyInstance } from 'fastify'
import type { GatewayEnv } from './env.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { adminHandler } from './handlers/admin.ts'
import { publicHandler } from './handlers/public.ts'
import { openCors } from './http/cors.ts'
import { buildListener, type ListenerSettings } from './http/listener.ts'
import type { RequestCaller } from './http/request-context.ts'
import { buildRouter } from './http/router.ts'
import { CONNECTIONS } from './proxy/upstream.ts'

/** For how many addresses of a host name descriptors are reserved. */
const REPLICAS_PER_HOST = 4
// An operator's import may take minutes to upload.
const ADMIN_TIMEOUT_MS = 600_000

/** Of one port: what records its requests, and the responses in flight on all ports. */
type Observed = Pick<ListenerSettings<RequestCaller>, 'observe' | 'openResponses'>

/** The port for clients, not listening yet. */
export function buildPublicPort(deps: GatewayDeps, observed: Observed): FastifyInstance {
  const { env, log } = deps
  return buildListener({
    ...observed,
    prefix: '/api/',
    router: routerOf('public'),
    handler: publicHandler(deps),
    hasErrorGuide: true,
    cors: env.CORS_ORIGINS.length > 0 ? openCors(env.CORS_ORIGINS) : undefined,
    headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: env.REQUEST_TIMEOUT_MS,
    silenceTimeoutMs: env.SILENCE_TIMEOUT_MS,
    connectionLimits: {
      max: maxConnections(descriptorLimit(), upstreamConnections(env), env.MAX_CONNECTIONS),
      maxPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS,
    },
    log,
  })
}

/** The port for operators, not listening yet. */
export function buildAdminPort(deps: GatewayDeps, observed: Observed): FastifyInstance {
  const { env, log } = deps
  return buildListener({
    ...observed,
    prefix: '/admin/',
    router: routerOf('admin'),
    handler: adminHandler(deps),
    headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: ADMIN_TIMEOUT_MS,
    silenceTimeoutMs: ADMIN_TIMEOUT_MS,
    log,
  })
}

/** Opens the port; returns its URL. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port })
  return `http://${host}:${(app.server.address() as AddressInfo).port}`
}

function upstreamConnections(env: GatewayEnv): number {
  const urls = peerUrls(env)
  const replicas = env.SERVICES.flatMap((name) => urls[name]).map((url) =>
    hostToResolve(url) === undefined ? 1 : REPLICAS_PER_HOST,
  )
  return replicas.reduce((sum, count) => sum + count, 0) * CONNECTIONS
}

function routerOf(plane: 'public' | 'admin') {
  return buildRouter(endpoints.filter((endpoint) => endpoint.plane === plane))
}
