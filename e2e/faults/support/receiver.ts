import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook receiver on loopback. */
export interface Receiver {
  url: string
  /** Ids of the events that arrived, by application id and event type (`17 application.submitted`). */
  eventIds: Map<string, Set<string>>
  /** While true, requests get no response. */
  hangs: boolean
  close(): Promise<void>
}

/** Opens a receiver that responds 200 and records what arrived. */
export async function openReceiver(): Promise<Receiver> {
  const eventIds = new Map<string, Set<string>>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (receiver.hangs) return
    const { id, type, data } = JSON.parse(Buffer.concat(chunks).toString())
    const name = `${data.applicationId} ${type}`
    eventIds.set(name, (eventIds.get(name) ?? new Set()).add(id))
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    eventIds,
    hangs: false,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
