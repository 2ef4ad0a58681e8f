import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One webhook as it arrived: the exact body, its parsed form, and headers with lower-case names. */
export interface Received {
  raw: string
  headers: Record<string, string>
  body: { id: string; type: string; timestamp: string; data: Record<string, unknown> }
}

/** A webhook receiver that responds 200 and records every request. */
export interface Receiver {
  url: string
  received: Received[]
  /** While true, requests get no response and are not recorded; they are cut when it becomes false. */
  hang(hangs: boolean): void
  close(): Promise<void>
}

/** Opens a receiver on an address of this machine. */
export async function openReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = []
  let hangs = false
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (hangs) return
    const raw = Buffer.concat(chunks).toString()
    received.push({ raw, headers: request.headers as Record<string, string>, body: JSON.parse(raw) })
    response.end('ok')
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hooks`,
    received,
    hang(value) {
      hangs = value
      if (!hangs) server.closeAllConnections()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
