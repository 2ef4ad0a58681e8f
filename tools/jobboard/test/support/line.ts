import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request as send } from 'undici'

/** What went over the line. */
export interface Asked {
  path: string
  apiKey: string
  idempotencyKey: string | undefined
  body: Record<string, unknown>
}

/** A line to the API: it passes on what it is given and notes it, and fails when it is told to. */
export interface Line {
  url: string
  asked: Asked[]
  /** Answers for the next calls, which then go no further. */
  faults: { status: number; headers?: Record<string, string> }[]
  stop(): Promise<void>
}

/** Opens a line to the API at `apiUrl`. */
export async function openLine(apiUrl: string): Promise<Line> {
  const asked: Asked[] = []
  const faults: Line['faults'] = []

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { method, url: path = '', headers } = request
    const { authorization = '', 'idempotency-key': idempotencyKey, 'content-type': type } = headers
    asked.push({
      path,
      apiKey: authorization.replace('Bearer ', ''),
      idempotencyKey: idempotencyKey as string | undefined,
      body: body.length > 0 ? JSON.parse(body.toString()) : {},
    })
    const fault = faults.shift()
    if (fault) return void response.writeHead(fault.status, fault.headers).end('{}')
    const answer = await send(new URL(path, apiUrl), {
      method: method as 'GET' | 'POST',
      headers: {
        authorization,
        ...(type && { 'content-type': type }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: body.length > 0 ? body : null,
    })
    const { connection: _, 'keep-alive': __, ...onward } = answer.headers
    response.writeHead(answer.statusCode, onward).end(Buffer.from(await answer.body.arrayBuffer()))
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    faults,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
