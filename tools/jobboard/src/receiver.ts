import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, WebhookVerificationError } from '@jobboard/sdk'

/** How the receiver responds. */
interface Behaviour {
  /** The secret that deliveries must be signed with; undefined accepts any. */
  secret: Promise<string | undefined>
  /** Undefined: 200, and 400 to what is not an event signed with the secret. */
  status: number | undefined
}

const MAX_BODY_BYTES = 1_048_576

/** Listens on `port` of loopback and reports each request before it responds. Throws when the port is in use. */
export async function startReceiver(port: number, behaviour: Behaviour, report: (arrival: Arrival) => void) {
  const attempts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const secret = await behaviour.secret
    const receivedAt = new Date()
    const signature = await checkSignature(secret, header(request, 'x-webhook-signature'), body, receivedAt)
    const event = request.method === 'POST' ? parseEvent(body) : undefined
    const deliveryId = header(request, 'x-webhook-delivery-id')
    const attempt = (attempts.get(deliveryId ?? '') ?? 0) + 1
    attempts.set(deliveryId ?? '', attempt)
    const isRefused = !event || signature.result === 'missing' || signature.result === 'wrong'
    const status = behaviour.status ?? (isRefused ? 400 : 200)
    report({ receivedAt, event, attempt, signature, status })
    response.writeHead(status).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
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

/** What the signature of a webhook proves. `clock` is a correct signature whose time a receiver must refuse. */
type SignatureCheck =
  | { result: 'ok' | 'missing' | 'wrong' | 'not checked' }
  | { result: 'clock'; aheadSeconds: number }

/** Checks `X-Webhook-Signature` as every receiver must. */
async function checkSignature(
  secret: string | undefined,
  header: string | undefined,
  payload: Buffer,
  now: Date,
): Promise<SignatureCheck> {
  if (secret === undefined) return { result: 'not checked' }
  if (!header) return { result: 'missing' }
  try {
    await verifyWebhook({ secret, header, payload, now })
    return { result: 'ok' }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    if (error.code === 'not_json') return { result: 'ok' }
    if (error.code !== 'timestamp_out_of_tolerance') return { result: 'wrong' }
    const t = Number(/(?:^|,)\s*t=(\d+)/.exec(header)![1])
    return { result: 'clock', aheadSeconds: t - Math.floor(now.getTime() / 1_000) }
  }
}

/** A webhook as it arrived, and what it got. */
export interface Arrival {
  receivedAt: Date
  /** The parsed body; undefined when it is not an event. */
  event: { id: string; type: string; timestamp: string; data: Record<string, unknown> } | undefined
  /** How often this delivery has arrived, with this time. */
  attempt: number
  signature: SignatureCheck
  status: number
}

/** One line for people. */
export function eventLine(arrival: Arrival): string {
  const { receivedAt, event, attempt, signature, status } = arrival
  const time = receivedAt.toISOString().slice(11, 19)
  if (!event) return `${time} not a webhook of the job board -> ${status}`
  const data = Object.entries(event.data).map(([name, value]) => `${name}=${shown(value)}`)
  const notes = [`event ${shown(event.id)}`, signatureText(signature)]
  if (attempt > 1) notes.push(`attempt ${attempt}`)
  return [time, shown(event.type), ...data, `(${notes.join(', ')})`, '->', status].join(' ')
}

// Quoted when it is more than a word: a title may hold characters that move the cursor of a terminal.
function shown(value: unknown): string {
  const text = String(value)
  if (/^[\w.:+-]+$/.test(text)) return text
  return JSON.stringify(text).replace(
    /\p{Cc}|\p{Cf}/gu,
    (mark) => `\\u{${mark.codePointAt(0)!.toString(16)}}`,
  )
}

const SIGNATURES = {
  ok: 'signature ok',
  missing: 'SIGNATURE MISSING',
  wrong: 'SIGNATURE WRONG: not signed with this secret, or the body was changed on the way',
  'not checked': 'signature not checked: no --secret',
}

function signatureText(signature: SignatureCheck): string {
  if (signature.result !== 'clock') return SIGNATURES[signature.result]
  const { aheadSeconds } = signature
  const by = `${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'} this machine`
  return `signature ok, but its time is ${by}: a receiver must refuse it (was the test clock moved?)`
}
