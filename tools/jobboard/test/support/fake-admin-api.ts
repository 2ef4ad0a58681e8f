import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that reached the fake. */
export interface AdminRequest {
  method: string
  path: string
  token: string
  body: unknown
}

/** An Admin API that responds as the test says. */
export interface FakeAdminApi {
  url: string
  requests: AdminRequest[]
  respond: (request: AdminRequest) => { status: number; headers?: Record<string, string>; body: unknown }
  stop(): Promise<void>
}

/** Starts one on loopback. */
export async function startFakeAdminApi(): Promise<FakeAdminApi> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const received = {
      method: request.method!,
      path: request.url!,
      token: request.headers.authorization ?? '',
      body: text ? JSON.parse(text) : undefined,
    }
    fake.requests.push(received)
    const { status, headers = {}, body } = fake.respond(received)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeAdminApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    respond: () => ({ status: 404, body: { code: 'not_found', message: 'There is no such object here.' } }),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}
