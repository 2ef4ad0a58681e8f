import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook receiver on loopback. */
export interface Receiver {
  url: string
  /** Ids of the events that arrived, by application id and event type (`17 application.submitted`). */
  eventIds: Map<string, Set<string>>
  /** While true, requests get no response; they are cut when it becomes false. */
  hang(hangs: boolean): void
  close(): Promise<void>
}

/** Opens a receiver at this address that responds 200 and records what arrived. */
export async function openReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const eventIds = new Map<string, Set<string>>()
  let hangs = false
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (hangs) return
    const { id, type, data } = JSON.parse(Buffer.concat(chunks).toString())
    const name = `${data.applicationId} ${type}`
    eventIds.set(name, (eventIds.get(name) ?? new Set()).add(id))
    response.end()
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hooks`,
    eventIds,
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
