import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it arrived. */
export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
  deliveryId: string
  signature: string
  at: number
}

type Answering = (response: ServerResponse, request: Received) => void

/** A receiver of webhooks on loopback that records whatever comes. */
export interface Receiver {
  url: string
  requests: Received[]
  /** Most requests that were open at once, by delivery id and over all. */
  readonly mostOpen: number
  readonly open: number
  /** Delivery ids that were open twice at the same time. */
  readonly overlaps: string[]
  answer(answering: Answering | number): void
  of(deliveryId: string): Received[]
  stop(): Promise<void>
}

/** Starts a receiver; it answers 200 unless told. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Received[] = []
  const openIds = new Map<string, number>()
  const overlaps: string[] = []
  let open = 0
  let mostOpen = 0
  let answering: Answering = (response) => void response.writeHead(200).end('ok')

  const server = createServer(async (request, response) => {
    const id = String(request.headers['x-webhook-delivery-id'])
    mostOpen = Math.max(mostOpen, ++open)
    openIds.set(id, (openIds.get(id) ?? 0) + 1)
    if (openIds.get(id)! > 1) overlaps.push(id)
    response.on('close', () => {
      open--
      openIds.set(id, openIds.get(id)! - 1)
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const received: Received = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
      deliveryId: id,
      signature: String(request.headers['x-webhook-signature']),
      at: Date.now(),
    }
    requests.push(received)
    answering(response, received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    overlaps,
    get mostOpen() {
      return mostOpen
    },
    get open() {
      return open
    },
    answer(next) {
      answering = typeof next === 'number' ? (response) => void response.writeHead(next).end() : next
    },
    of: (deliveryId) => requests.filter((one) => one.deliveryId === deliveryId),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
