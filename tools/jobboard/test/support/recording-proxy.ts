import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request as send } from 'undici'

/** One call that reached the proxy. */
export interface RecordedCall {
  path: string
  apiKey: string
  idempotencyKey: string | undefined
  body: Record<string, unknown>
}

/** A proxy in front of the API that records calls and injects faults. */
export interface RecordingProxy {
  url: string
  calls: RecordedCall[]
  /** Responses to the next calls, one each; those calls do not reach the API. */
  faults: { status: number; headers?: Record<string, string> }[]
  stop(): Promise<void>
}

/** Starts a proxy on loopback in front of the API at `apiUrl`. */
export async function startRecordingProxy(apiUrl: string): Promise<RecordingProxy> {
  const calls: RecordedCall[] = []
  const faults: RecordingProxy['faults'] = []

  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { method, url: path = '', headers } = request
    const { authorization = '', 'idempotency-key': idempotencyKey, 'content-type': type, prefer } = headers
    calls.push({
      path,
      apiKey: authorization.replace('Bearer ', ''),
      idempotencyKey: idempotencyKey as string | undefined,
      body: body.length > 0 ? JSON.parse(body.toString()) : {},
    })
    const fault = faults.shift()
    if (fault) return void response.writeHead(fault.status, fault.headers).end('{}')
    const upstream = await send(new URL(path, apiUrl), {
      method: method as 'GET' | 'POST',
      headers: {
        authorization,
        ...(type && { 'content-type': type }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...(prefer && { prefer }),
      },
      body: body.length > 0 ? body : null,
    })
    const { connection: _, 'keep-alive': __, ...forwardedHeaders } = upstream.headers
    response
      .writeHead(upstream.statusCode, forwardedHeaders)
      .end(Buffer.from(await upstream.body.arrayBuffer()))
  }

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    faults,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
