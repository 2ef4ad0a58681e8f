import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findKeys, type KeyCalls } from '@jobboard/contracts/keys/internal'
import { request as send } from 'undici'

/** A request as it came over the wire, with its body. */
export interface ReceivedRequest {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  rawHeaders: string[]
  body: Buffer
}

export type Respond = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** Every service behind a gateway under test: one HTTP server that responds as the test says, and passes
 * calls about keys on to the real accounts service. */
export interface FakeUpstream {
  url: string
  /** Requests of the public and the admin plane that arrived whole. */
  requests: ReceivedRequest[]
  /** URLs of requests whose headers arrived, and of those that were aborted within their body. */
  started: string[]
  aborted: string[]
  /** Hashes that the gateway looked up in accounts: all, and batch by batch. */
  lookedUp: string[]
  lookups: string[][]
  /** Awaited before a response of accounts is passed on, with path and request body. When it throws, the
   * connection is cut. */
  beforeAccountsResponds: (path: string, body: string) => unknown
  keyUses: { kind: string; keyId: number; usedAtMs: number }[]
  /** Calls that the gateway reported, with the id of the report. */
  keyCalls: (KeyCalls & { report: string })[]
  respond: Respond
  onHealth: () => void
  /** Status of `/healthz/ready`. */
  readiness: number
  /** The offset of the business clock of every service. */
  clockOffsetMs: number
  stop(): Promise<void>
}

/** Starts it on this loopback address, on a free port by default. */
export async function startFakeUpstream(
  accountsUrl?: string,
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
): Promise<FakeUpstream> {
  const server = createServer((request, response) => void serve(upstream, accountsUrl, request, response))
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const upstream: FakeUpstream = {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    requests: [],
    started: [],
    aborted: [],
    lookedUp: [],
    lookups: [],
    beforeAccountsResponds: () => {},
    keyUses: [],
    keyCalls: [],
    respond: (_request, response) => sendJson(response, 200, { ok: true }),
    onHealth: () => {},
    readiness: 200,
    clockOffsetMs: 0,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return upstream
}

/** Sends a JSON response with a Content-Length. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

async function serve(
  upstream: FakeUpstream,
  accountsUrl: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? ''
  if (/^\/(api|admin)\//.test(url)) upstream.started.push(url)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
  } catch {
    upstream.aborted.push(url)
    return
  }
  const body = Buffer.concat(chunks)
  if (url === '/healthz/ready') {
    upstream.onHealth()
    return sendJson(response, upstream.readiness, {})
  }
  if (url === '/internal/v1/clock' && body.toString() === '{"offsetMs":0}') {
    return sendJson(response, 200, { offsetMs: upstream.clockOffsetMs })
  }
  if (accountsUrl && /^\/internal\/v1\/key(s\/|-uses$)/.test(url)) {
    const parsed = JSON.parse(body.toString())
    if (url === findKeys.path) {
      upstream.lookups.push(parsed.hashes)
      upstream.lookedUp.push(...parsed.hashes)
    } else {
      const report = String(request.headers['idempotency-key'])
      upstream.keyUses.push(...parsed.uses)
      upstream.keyCalls.push(...parsed.usage.map((calls: KeyCalls) => ({ ...calls, report })))
    }
    const passed = passOn(accountsUrl + url, request, body, response, upstream)
    return passed.catch(() => void response.destroy())
  }
  const { method = '', headers, rawHeaders } = request
  if (!url.startsWith('/internal/')) upstream.requests.push({ method, url, headers, rawHeaders, body })
  upstream.respond(request, response, body)
}

async function passOn(
  url: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  upstream: FakeUpstream,
): Promise<void> {
  const { 'x-caller': caller = '', 'content-type': type, 'idempotency-key': key } = headers
  const passed = await send(url, {
    method: method as 'GET' | 'POST',
    headers: {
      'x-caller': caller,
      ...(type && { 'content-type': type }),
      ...(key && { 'idempotency-key': key }),
    },
    body: body.length > 0 ? body : null,
  })
  const text = await passed.body.text()
  await upstream.beforeAccountsResponds(url, body.toString())
  response.writeHead(passed.statusCode, { 'content-type': 'application/json; charset=utf-8' }).end(text)
}
