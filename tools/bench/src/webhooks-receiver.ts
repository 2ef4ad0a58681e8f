import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server that counts webhooks by path; what is sent to `/hang` gets no response. */
export interface Receiver {
  url: string
  /** Responses sent since the last `reset`. */
  count(): number
  /** Arrival of each delivery since the last `reset`, in milliseconds since 1970; not of `/hang`. */
  arrivals(): ReadonlyMap<string, number>
  reset(): void
  /** Closes the connections of the requests to `/hang` that wait. */
  endHanging(): void
  close(): Promise<void>
}

/** Opens a receiver on loopback. It responds as soon as the headers of a request are there. */
export async function openReceiver(): Promise<Receiver> {
  let arrivals = new Map<string, number>()
  const hanging = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/hang') {
      hanging.add(response)
      response.once('close', () => hanging.delete(response))
      return
    }
    arrivals.set(String(request.headers['x-webhook-delivery-id']), performance.timeOrigin + performance.now())
    response.end()
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => arrivals.size,
    arrivals: () => arrivals,
    reset() {
      arrivals = new Map()
    },
    endHanging() {
      for (const response of hanging) response.destroy()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
