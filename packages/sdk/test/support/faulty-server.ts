import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface Recorded {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

/** A response, or a fault: the connection closes before the request is forwarded (`disconnect`), after its effect
 * (`lose-response`) or within the response (`truncate`), the body is not the gzip that it says (`garbled`) or has no end
 * (`trickle`), or nothing happens at all (`hang`). */
export type Step =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'disconnect'
  | 'lose-response'
  | 'truncate'
  | 'garbled'
  | 'trickle'
  | 'hang'

/** A server on loopback that takes one step per request, then forwards every request to `upstream`. */
export interface FaultyServer {
  url: string
  requests: Recorded[]
  steps: Step[]
  stop(): Promise<void>
}

/** Starts it. `losesFirstResponses`: the first response to each change is lost after its effect. Without an upstream a request that has no step gets 200 `{}`. */
export async function startFaultyServer(
  upstream?: string,
  { losesFirstResponses = false } = {},
): Promise<FaultyServer> {
  const responded = new Set<string>()
  const requests: Recorded[] = []
  const steps: Step[] = []

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const { method = '', url: path = '', headers } = request
    requests.push({
      method,
      path,
      headers,
      body: bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined,
    })
    const name = `${method} ${path} ${headers['idempotency-key']}`
    const isFirst = method !== 'GET' && !responded.has(name)
    responded.add(name)
    const step = steps.shift() ?? (losesFirstResponses && isFirst ? 'lose-response' : undefined)
    if (step === 'hang') return
    if (step === 'disconnect') return void request.socket.destroy()
    if (step === 'garbled') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
    if (step === 'trickle') {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 20)
      return void response.on('close', () => clearInterval(timer))
    }
    if (typeof step === 'object') {
      const isText = typeof step.body === 'string' || step.body === undefined
      const type = isText ? 'text/html' : 'application/json'
      response.writeHead(step.status, { 'content-type': type, ...step.headers })
      return void response.end(isText ? step.body : JSON.stringify(step.body))
    }
    const result = await forward(upstream, { method, path, headers, bytes })
    if (step === 'lose-response') return void request.socket.destroy()
    response.writeHead(result.status, result.headers)
    if (step === 'truncate') {
      response.write(result.bytes.subarray(0, 1), () => request.socket.destroy())
    } else response.end(result.bytes)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    steps,
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Forwarded {
  method: string
  path: string
  headers: IncomingMessage['headers']
  bytes: Buffer
}

async function forward(upstream: string | undefined, { method, path, headers, bytes }: Forwarded) {
  if (!upstream)
    return { status: 200, headers: { 'content-type': 'application/json' }, bytes: Buffer.from('{}') }
  const sent = ['accept', 'authorization', 'content-type', 'idempotency-key', 'if-match', 'prefer']
  const response = await fetch(upstream + path, {
    method,
    headers: sent.flatMap((name): [string, string][] =>
      headers[name] ? [[name, String(headers[name])]] : [],
    ),
    body: bytes.length > 0 ? new Uint8Array(bytes) : null,
  })
  const names = ['content-type', 'x-request-id', 'retry-after', 'idempotency-replayed', 'etag']
  const kept = names.flatMap((name) => {
    const value = response.headers.get(name)
    return value ? [[name, value]] : []
  })
  return {
    status: response.status,
    headers: Object.fromEntries(kept) as Record<string, string>,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
