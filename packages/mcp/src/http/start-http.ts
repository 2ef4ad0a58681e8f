import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isLegacyRequest, validateHostHeader } from '@modelcontextprotocol/server'
import { createServer } from '../server.ts'
import type { Settings } from '../settings.ts'
import { KeyCheck } from './check-key.ts'
import { Sessions } from './sessions.ts'

const PATH = '/mcp'
const MAX_BODY = { maxRequestBodySize: 1_048_576 }
// Of a request, so that nobody holds a connection without sending one.
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/** A listening server. */
export interface RunningHttp {
  url: string
  close(): Promise<void>
}

/** Serves MCP over streamable HTTP, with the key that each client sends as `Authorization: Bearer`: revision 2026-07-28
 * without a state between requests, older ones in sessions. */
export async function startHttp(settings: Settings): Promise<RunningHttp> {
  const baseUrl = settings.JOBBOARD_URL
  const context: Context = {
    settings,
    keys: new KeyCheck(baseUrl),
    sessions: new Sessions((apiKey) => createServer({ baseUrl, apiKey })),
    // The tools never change: a subscription receives nothing.
    stateless: createMcpHandler(({ authInfo }) => createServer({ baseUrl, apiKey: authInfo!.token }), {
      ...MAX_BODY,
      legacy: 'reject',
      maxSubscriptions: 100,
    }),
  }
  const server = createHttpServer(TIMEOUTS, (request, response) => {
    serve(request, response, context).catch(() => {
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
      await Promise.all([context.sessions.close(), context.stateless.close()])
      server.closeAllConnections()
      await closed
    },
  }
}

interface Context {
  settings: Settings
  keys: KeyCheck
  sessions: Sessions
  stateless: ReturnType<typeof createMcpHandler>
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { settings, keys, sessions, stateless }: Context,
): Promise<void> {
  if (!isAllowed(request.headers, settings)) {
    return refuse(
      response,
      403,
      'This Host or Origin is not allowed; see MCP_ALLOWED_HOSTS, MCP_ALLOWED_ORIGINS.',
    )
  }
  if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `The only path is ${PATH}.`)
  const apiKey = /^Bearer (pk_(?:live|test)_[A-Za-z0-9]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (apiKey === undefined) {
    response.setHeader('WWW-Authenticate', 'Bearer')
    return refuse(response, 401, "Send an employer's key as Authorization: Bearer pk_live_... or pk_test_...")
  }
  const id = request.headers['mcp-session-id']
  if (id !== undefined) {
    const place = sessions.use(String(id), apiKey)
    // The same for a session of another key: an id alone opens nothing.
    if (!place) return refuse(response, 404, 'There is no such session; initialize a new one.')
    response.once('close', () => sessions.release(place))
    return answer(request, response, (message) => place.transport.handleRequest(message))
  }
  if (!(await hasValidKey(response, keys, apiKey))) return
  const authInfo = { token: apiKey, clientId: 'employer', scopes: [] }
  return answer(request, response, async (message) => {
    if (!(await isLegacyRequest(message, undefined, MAX_BODY))) return stateless.fetch(message, { authInfo })
    if (message.signal.aborted) return new Response()
    const place = sessions.take(apiKey)
    if (place === 'key full') return busy(429, 'This key has its most open sessions; end one of them.')
    if (place === 'server full') return busy(503, 'Too many sessions are open; try again later.')
    response.once('close', () => sessions.release(place))
    return sessions.open(place, apiKey, message)
  })
}

/** Reads the body and answers. A client that goes away ends the stream of its answer. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  respond: (message: Request) => Promise<Response>,
): Promise<void> {
  const fetch = async (message: Request) => {
    const { body, status, headers } = await respond(message)
    // The headers go with the first bytes, and a stream of a session has none for long.
    setImmediate(() => response.headersSent && response.flushHeaders())
    const stream = body?.pipeThrough(new TransformStream(), { signal: message.signal }) ?? null
    return new Response(stream, { status, headers })
  }
  return toNodeHandler({ fetch }, MAX_BODY)(request, response)
}

/** False after a refusal, before anything of the body is read. */
async function hasValidKey(response: ServerResponse, keys: KeyCheck, apiKey: string): Promise<boolean> {
  const verdict = await keys.verdict(apiKey)
  if (response.destroyed) return false
  switch (verdict.is) {
    case 'valid':
      return true
    case 'invalid':
      response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"')
      refuse(response, 401, 'The job board does not accept this key; use another one.')
      return false
    case 'limited':
      response.setHeader('Retry-After', verdict.retryAfter)
      refuse(response, 429, 'The rate limit of this key is used up; try again later.')
      return false
    case 'unavailable':
      response.setHeader('Retry-After', '5')
      refuse(response, 503, 'The job board does not respond, so the key cannot be checked; try again later.')
      return false
  }
}

const failure = (message: string) => ({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(failure(message)))
}

function busy(status: number, message: string): Response {
  return Response.json(failure(message), { status, headers: { 'retry-after': '60' } })
}

/** False for a request that a web page of another origin may have caused, also by DNS rebinding: its `Host` names
 * another host, or it has an `Origin` that is not listed. Programs send no `Origin`. */
function isAllowed({ host, origin }: IncomingHttpHeaders, settings: Settings): boolean {
  if (!validateHostHeader(host, settings.MCP_ALLOWED_HOSTS).ok) return false
  return origin === undefined || settings.MCP_ALLOWED_ORIGINS.includes(origin.toLowerCase())
}
