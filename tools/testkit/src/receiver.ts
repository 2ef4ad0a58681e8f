import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One webhook as it arrived: the exact body, its parsed form, and headers with lower-case names. */
export interface Received {
  /** When the headers were there, in milliseconds since 1970, with fractions. */
  at: number
  raw: string
  headers: Record<string, string>
  /** Parsed at each access. */
  readonly body: { id: string; type: string; timestamp: string; data: Record<string, unknown> }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Opens a webhook receiver on an address of this machine, which responds 200 and records every request. */
export async function openReceiver(host = '127.0.0.1') {
  const received: Received[] = []
  let hangingPath: string | undefined
  const hanging = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const at = performance.timeOrigin + performance.now()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (hangingPath !== undefined && request.url!.startsWith(hangingPath)) {
      hanging.add(response)
      response.once('close', () => hanging.delete(response))
      return
    }
    const raw = Buffer.concat(chunks).toString()
    received.push({
      at,
      raw,
      headers: request.headers as Record<string, string>,
      get body() {
        return JSON.parse(raw)
      },
    })
    response.end('ok')
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hooks`,
    /** In the order of arrival, repetitions too; a caller may empty it. */
    received,
    /** While true, requests whose path begins with `path` get no response and are not recorded; they are cut when it becomes
     * false. */
    hang(hangs: boolean, path = '/') {
      hangingPath = hangs ? path : undefined
      if (!hangs) for (const response of hanging) response.destroy()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
