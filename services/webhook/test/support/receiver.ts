import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it arrived. */
export interface ReceivedRequest {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
  deliveryId: string
  signature: string
}

type Responder = (response: ServerResponse, request: ReceivedRequest) => void

/** A webhook receiver on loopback that records every request. */
export interface Receiver {
  url: string
  requests: ReceivedRequest[]
  /** Requests without a finished response. */
  readonly openRequests: number
  /** Ids of deliveries that had two requests open at the same time. */
  readonly overlaps: string[]
  /** Sets the response of all later requests: a status, or a function that writes the response. */
  respond(responder: Responder | number): void
  requestsOf(deliveryId: string): ReceivedRequest[]
  stop(): Promise<void>
}

/** Starts a receiver. It responds 200 until `respond` is called. */
export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  const openByDelivery = new Map<string, number>()
  const overlaps: string[] = []
  let openRequests = 0
  let responder: Responder = (response) => void response.writeHead(200).end('ok')

  const server = createServer(async (request, response) => {
    const deliveryId = String(request.headers['x-webhook-delivery-id'])
    openRequests++
    openByDelivery.set(deliveryId, (openByDelivery.get(deliveryId) ?? 0) + 1)
    if (openByDelivery.get(deliveryId)! > 1) overlaps.push(deliveryId)
    response.on('close', () => {
      openRequests--
      openByDelivery.set(deliveryId, openByDelivery.get(deliveryId)! - 1)
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const received: ReceivedRequest = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
      deliveryId,
      signature: String(request.headers['x-webhook-signature']),
    }
    requests.push(received)
    responder(response, received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    overlaps,
    get openRequests() {
      return openRequests
    },
    respond(next) {
      responder = typeof next === 'number' ? (response) => void response.writeHead(next).end() : next
    },
    requestsOf: (deliveryId) => requests.filter((request) => request.deliveryId === deliveryId),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
