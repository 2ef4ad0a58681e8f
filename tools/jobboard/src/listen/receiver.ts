import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Arrival } from './event-line.ts'
import { checkSignature } from './signature.ts'

/** How the receiver responds. */
export interface Behaviour {
  /** The secret that deliveries must be signed with; undefined accepts any. */
  secret: Promise<string | undefined>
  /** Undefined: 200, and 400 to what is not an event signed with the secret. */
  status: number | undefined
  delaySeconds: number
  /** Never responds; the sender gives up after 10 s. */
  hangs: boolean
}

/** A webhook receiver that listens. */
export interface Receiver {
  port: number
  stop(): Promise<void>
}

const MAX_BODY_BYTES = 1_048_576

/** Listens on `port` of loopback and reports each request before it responds. Throws when the port is in use. */
export async function startReceiver(
  port: number,
  behaviour: Behaviour,
  report: (arrival: Arrival) => void,
): Promise<Receiver> {
  const attempts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const { delaySeconds, hangs } = behaviour
    const secret = await behaviour.secret
    const receivedAt = new Date()
    const signature = await checkSignature(secret, header(request, 'x-webhook-signature'), body, receivedAt)
    const event = request.method === 'POST' ? parseEvent(body) : undefined
    const deliveryId = header(request, 'x-webhook-delivery-id')
    const attempt = (attempts.get(deliveryId ?? '') ?? 0) + 1
    attempts.set(deliveryId ?? '', attempt)
    const isRefused = !event || signature.result === 'missing' || signature.result === 'wrong'
    const status = behaviour.status ?? (isRefused ? 400 : 200)
    report({ receivedAt, event, deliveryId, attempt, signature, status: hangs ? null : status, delaySeconds })
    if (hangs) return
    await sleep(delaySeconds * 1_000, undefined, { ref: false })
    response.writeHead(status).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      bytes += chunk.length
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
    }
  } catch {
    // The sender went away: what has arrived is not an event.
  }
  return bytes > MAX_BODY_BYTES ? Buffer.alloc(0) : Buffer.concat(chunks)
}

function header({ headers }: IncomingMessage, name: string): string | undefined {
  return headers[name] as string | undefined
}

function parseEvent(body: Buffer): Arrival['event'] {
  try {
    const event = JSON.parse(body.toString())
    const isEvent =
      typeof event.id === 'string' && typeof event.type === 'string' && typeof event.data === 'object'
    return isEvent && event.data !== null ? event : undefined
  } catch {
    return undefined
  }
}
