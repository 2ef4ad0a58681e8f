import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One webhook as it arrived: the exact body, its parsed form, and headers with lower-case names. */
export interface Received {
  raw: string
  headers: Record<string, string>
  body: { id: string; type: string; timestamp: string; data: Record<string, unknown> }
}

/** A webhook receiver on `host` that responds 200 and records every request. */
export async function openReceiver(
  host = '127.0.0.1',
): Promise<{ url: string; received: Received[]; close(): Promise<void> }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks).toString()
    received.push({ raw, headers: request.headers as Record<string, string>, body: JSON.parse(raw) })
    response.end('ok')
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hooks`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
