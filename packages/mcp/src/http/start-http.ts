import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createServer } from '../server.ts'
import type { Settings } from '../settings.ts'
import { type Place, Sessions } from './sessions.ts'

const PATH = '/mcp'
const MAX_BODY_BYTES = 1_048_576
// Of a request, so that nobody holds a connection without sending one.
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/** A listening server. */
export interface RunningHttp {
  url: string
  close(): Promise<void>
}

/** Serves MCP over streamable HTTP. Each session works with the key that its client sends as `Authorization: Bearer`. */
export async function startHttp(settings: Settings): Promise<RunningHttp> {
  const allowed: Allowed = { hosts: settings.MCP_ALLOWED_HOSTS, origins: settings.MCP_ALLOWED_ORIGINS }
  const sessions = new Sessions()
  const server = createHttpServer(TIMEOUTS, (request, response) => {
    serve(request, response, { baseUrl: settings.JOBBOARD_URL, allowed, sessions }).catch(() => {
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'Internal error.')
    })
  })
  server.listen(settings.MCP_PORT, settings.MCP_HOST)
  await once(server, 'listening')
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${PATH}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      await sessions.close()
      server.closeAllConnections()
      await closed
    },
  }
}

interface Context {
  baseUrl: string
  allowed: Allowed
  sessions: Sessions
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { baseUrl, allowed, sessions }: Context,
): Promise<void> {
  if (!isAllowed(request.headers, allowed)) {
    return refuse(
      response,
      403,
      'This Host or Origin is not allowed; see MCP_ALLOWED_HOSTS, MCP_ALLOWED_ORIGINS.',
    )
  }
  if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `The only path is ${PATH}.`)
  const apiKey = /^Bearer (pk_live_[A-Za-z0-9]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (apiKey === undefined) {
    response.setHeader('WWW-Authenticate', 'Bearer')
    return refuse(response, 401, "Send an employer's key as Authorization: Bearer pk_live_...")
  }
  const id = request.headers['mcp-session-id']
  if (id !== undefined) {
    const place = sessions.use(String(id), apiKey)
    // The same for a session of another key: an id alone opens nothing.
    if (!place) return refuse(response, 404, 'There is no such session; initialize a new one.')
    response.once('close', () => sessions.release(place))
    return place.transport.handleRequest(request, response)
  }
  const place = await openPlace(response, { baseUrl, apiKey, sessions })
  if (place) await initialize(request, response, { baseUrl, apiKey, sessions, place })
}

interface Opening {
  baseUrl: string
  apiKey: string
  sessions: Sessions
}

/** A place for a session of a valid key. Undefined after a refusal, before anything of the body is read. */
async function openPlace(
  response: ServerResponse,
  { baseUrl, apiKey, sessions }: Opening,
): Promise<Place | undefined> {
  const verdict = await checkKey(baseUrl, apiKey)
  if (response.destroyed) return undefined
  switch (verdict.is) {
    case 'invalid':
      response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"')
      refuse(response, 401, 'The job board does not accept this key; use another one.')
      return undefined
    case 'limited':
      response.setHeader('Retry-After', verdict.retryAfter)
      refuse(response, 429, 'The rate limit of this key is used up; try again later.')
      return undefined
    case 'unavailable':
      response.setHeader('Retry-After', '5')
      refuse(response, 503, 'The job board does not respond, so the key cannot be checked; try again later.')
      return undefined
  }
  const place = sessions.take(apiKey)
  if (typeof place === 'object') return place
  response.setHeader('Retry-After', '60')
  if (place === 'key full') refuse(response, 429, 'This key has its most open sessions; end one of them.')
  else refuse(response, 503, 'Too many sessions are open; try again later.')
  return undefined
}

async function initialize(
  request: IncomingMessage,
  response: ServerResponse,
  { baseUrl, apiKey, sessions, place }: Opening & { place: Place },
): Promise<void> {
  response.once('close', () => {
    sessions.release(place)
    // Anything but a valid `initialize` has been refused.
    if (!place.transport) sessions.delete(place)
  })
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    maxRequestBodySize: MAX_BODY_BYTES,
    onsessioninitialized: (id) => sessions.add(id, place, transport),
  })
  const server = createServer({ baseUrl, apiKey })
  await server.connect(transport)
  const { onclose } = transport
  transport.onclose = () => {
    sessions.delete(place)
    onclose?.()
  }
  await transport.handleRequest(request, response)
  if (transport.sessionId === undefined) await server.close()
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

/** The hosts that a client may have addressed, without port, and the origins of pages that may call. */
export interface Allowed {
  hosts: readonly string[]
  origins: readonly string[]
}

/** False for a request that a web page of another origin may have caused, also by DNS rebinding: its `Host` names
 * another host, or it has an `Origin` that is not listed. Programs send no `Origin`. */
function isAllowed({ host, origin }: IncomingHttpHeaders, { hosts, origins }: Allowed): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  if (!hosts.includes(hostname.replace(/^\[|\]$/g, ''))) return false
  return origin === undefined || origins.includes(origin.toLowerCase())
}

/** What the API says about a key; `limited` with the value of its `Retry-After`. */
export type Verdict = { is: 'valid' | 'invalid' | 'unavailable' } | { is: 'limited'; retryAfter: string }

const TIMEOUT_MS = 5_000

/** Asks the API for the key. One request, which counts in the key's rate limit; a verdict within 5 s. */
async function checkKey(baseUrl: string, apiKey: string): Promise<Verdict> {
  try {
    const response = await fetch(new URL('/api/v1/key', baseUrl), {
      headers: { authorization: `Bearer ${apiKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.status === 401) return { is: 'invalid' }
    if (response.status === 429)
      return { is: 'limited', retryAfter: response.headers.get('retry-after') ?? '60' }
    // On every response to a valid key (D-17), also when the balances in it are unavailable.
    return { is: response.ok || response.headers.has('ratelimit-policy') ? 'valid' : 'unavailable' }
  } catch {
    return { is: 'unavailable' }
  }
}
