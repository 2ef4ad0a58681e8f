import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server that accepts webhooks and records when each application arrived. */
export async function openReceiver() {
  const arrivedAt = new Map<number, number>()
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request) raw += chunk
    arrivedAt.set(JSON.parse(raw).data.applicationId, performance.now())
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** `performance.now()` by application id. */
    arrivedAt,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
