import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One webhook as it arrived. */
export interface Received {
  /** When its headers were there, in milliseconds since 1970, with fractions. */
  at: number
  headers: IncomingHttpHeaders
  /** The exact body, as a signature covers it. */
  raw: string
  /** The body, parsed at each access. */
  readonly body: { id: string; type: string; timestamp: string; data: Record<string, unknown> }
}

/** A webhook receiver that responds 200. */
export interface Receiver {
  /** Without a path. */
  url: string
  /** In the order of arrival, repetitions too; a caller may empty it. Not the requests that `hang`. */
  received: Received[]
  /** Requests whose path begins so get no response. `undefined` ends those that wait, and later ones get a response. */
  hang(pathPrefix: string | undefined): void
  close(): Promise<void>
}

/** Opens a receiver at an address of this machine. */
export async function openReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = []
  let hanging: string | undefined
  let endHanging = new AbortController()
  const server = createServer(async (request, response) => {
    const at = performance.timeOrigin + performance.now()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (hanging !== undefined && request.url!.startsWith(hanging)) {
      endHanging.signal.addEventListener('abort', () => request.destroy())
      return
    }
    const raw = Buffer.concat(chunks).toString()
    received.push({
      at,
      headers: request.headers,
      raw,
      get body() {
        return JSON.parse(raw)
      },
    })
    response.end()
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    received,
    hang(pathPrefix) {
      hanging = pathPrefix
      if (pathPrefix !== undefined) return
      endHanging.abort()
      endHanging = new AbortController()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
