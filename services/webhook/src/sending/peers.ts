import type { Agent, IncomingMessage } from 'node:http'
import { request as requestHttps, Agent as TlsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_MAX_RESPONSE_BYTES } from '@jobboard/contracts/limits'
import {
  type AttemptError,
  type AttemptResponse,
  noResponse,
  type SimulatedAnswer,
} from '../deliveries/delivery.ts'
import type { WebhookEnv } from '../env.ts'
import { signatureOf, standardHeaders, unseal } from '../secrets/secret.ts'
import { pinnedLookup, type Resolve } from '../targets/peers.ts'
import { refusalOf } from '../targets/target.ts'
import type { DueDelivery } from './store.ts'

// An import would load Node's own undici: 13 MB.
const http = process.getBuiltinModule('node:http')

/** Signs a delivery as of `now` and posts it to the receiver, once. An unreadable secret is a
 * failed attempt. The receiver can continue the trace of the attempt. */
export async function sendDelivery(
  env: WebhookEnv,
  connections: Connections,
  delivery: DueDelivery,
  now: Date,
  signal: AbortSignal,
  traceparent?: string,
): Promise<AttemptResponse> {
  const url = new URL(delivery.url)
  // A subscription of an earlier release, or of one with WEBHOOK_ALLOW_PRIVATE, may have any URL. Sockets do not look up
  // IP literals, so `pinnedLookup` never checks them.
  if (refusalOf(url, env.WEBHOOK_ALLOW_PRIVATE) !== undefined) return noResponse('blocked_target')
  const secrets = readableSecrets(env, delivery, now)
  if (!secrets) return noResponse('secret_unreadable')
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'jobboard-webhooks/1',
    'x-webhook-signature': signatureOf(secrets, now, delivery.body),
    'x-webhook-event': delivery.event,
    'x-webhook-delivery-id': delivery.id,
    ...standardHeaders(secrets, delivery.eventId, now, delivery.body),
    ...(traceparent !== undefined && { traceparent }),
    ...(delivery.sandboxId !== null && { 'x-sandbox': 'true' }),
  }
  if (delivery.answer) return answerInPlace(delivery.answer, signal)
  return post(connections, url, headers, delivery.body, signal)
}

/** The answer of the platform in place of the receiver. */
async function answerInPlace(
  { statusCode, delayMs }: SimulatedAnswer,
  signal: AbortSignal,
): Promise<AttemptResponse> {
  await sleep(delayMs, undefined, { signal }).catch(() => {})
  if (signal.aborted || statusCode === null) return noResponse('timeout')
  return { statusCode, error: null, responseBody: '' }
}

// While a secret is being rotated the previous one signs too (D-53), unless it is the unreadable one that the
// rotation replaced. Undefined when the current secret is unreadable.
function readableSecrets(
  { WEBHOOK_SECRET_KEYS: keys }: WebhookEnv,
  { subscriptionId, secret, previousSecret, previousSecretUntil }: DueDelivery,
  now: Date,
): string[] | undefined {
  const current = unseal(keys, subscriptionId, secret)
  if (current === undefined) return undefined
  const overlaps = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  const previous = overlaps ? unseal(keys, subscriptionId, previousSecret) : undefined
  return previous === undefined ? [current] : [current, previous]
}

const STORED_BODY_BYTES = 4_096
const IDLE_MS = 4_000

interface Agents {
  'http:': Agent
  'https:': TlsAgent
}

/** Connections to receivers: HTTP/1.1, no redirects, addresses checked when a connection is made (D-55). */
export interface Connections {
  /** Used again while they are idle for less than 4 s. */
  kept: Agents
  /** Used once. */
  single: Agents
  destroy(): void
}

/** Opens no connection yet. */
export function openConnections(resolve: Resolve): Connections {
  const lookup = pinnedLookup(resolve)
  const kept = openAgents({ lookup, keepAlive: true, timeout: IDLE_MS })
  const single = openAgents({ lookup })
  const all = [kept, single].flatMap((agents) => Object.values(agents))
  return {
    kept,
    single,
    destroy() {
      for (const agent of all) agent.destroy()
    },
  }
}

function openAgents(options: object): Agents {
  return { 'http:': new http.Agent(options), 'https:': new TlsAgent(options) }
}

/** Sends one POST. The status counts as soon as the headers are there, after any interim responses; the body is read up to
 * 64 KiB, until `signal` aborts, and cannot change the result (D-52). Never throws. */
export async function post(
  { kept, single }: Connections,
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
  signal: AbortSignal,
): Promise<AttemptResponse> {
  try {
    const request = { url, headers, body, signal }
    // A receiver may close an idle connection at the moment of the request: a new connection shows whether it is up.
    const response = await exchange(kept, request).catch((error: unknown) => {
      if (error instanceof ClosedWhileIdle) return exchange(single, request)
      throw error
    })
    return {
      statusCode: response.statusCode!,
      error: null,
      responseBody: await readBodyStart(response),
    }
  } catch (error) {
    return noResponse(signal.aborted ? 'timeout' : classifyError(error))
  }
}

/** A connection that was used before ended without a byte of response. */
class ClosedWhileIdle extends Error {}

/** Resolves to the final response, or a 101, which no request asks for. */
function exchange(
  agents: Agents,
  request: { url: URL; headers: Record<string, string>; body: Buffer; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { url, headers, body, signal } = request
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:'
  const send = protocol === 'https:' ? requestHttps : http.request
  return new Promise((resolve, reject) => {
    const sent = send(url, { agent: agents[protocol], method: 'POST', headers, signal })
    let socket: Socket | undefined
    let readBefore = 0
    const bytesRead = () => (socket?.bytesRead ?? 0) - readBefore
    sent.on('socket', (assigned) => {
      socket = assigned
      readBefore = assigned.bytesRead
    })
    sent.on('information', () => {
      if (bytesRead() > WEBHOOK_MAX_RESPONSE_BYTES) sent.destroy(new TooManyInterimResponses())
    })
    sent.on('response', resolve)
    sent.on('upgrade', (response, upgraded) => {
      upgraded.destroy()
      resolve(response)
    })
    // Stays after the response: a connection that breaks then does not change the status.
    sent.on('error', (error) => {
      const isStale = sent.reusedSocket && bytesRead() === 0 && !signal.aborted
      reject(isStale ? new ClosedWhileIdle() : error)
    })
    sent.end(body)
  })
}

class TooManyInterimResponses extends Error {
  readonly code = 'HPE_INTERIM'
}

async function readBodyStart(body: IncomingMessage): Promise<string> {
  const stored: Buffer[] = []
  let bytesRead = 0
  try {
    for await (const chunk of body) {
      if (bytesRead < STORED_BODY_BYTES) stored.push(chunk.subarray(0, STORED_BODY_BYTES - bytesRead))
      bytesRead += chunk.length
      // Leaving the loop destroys the body and closes the socket.
      if (bytesRead >= WEBHOOK_MAX_RESPONSE_BYTES) break
    }
  } catch {
    // A body that breaks off does not change the status.
  }
  // Postgres text cannot hold NUL.
  return Buffer.concat(stored).toString('utf8').replaceAll('\0', '')
}

// By error code, or by name where there is no code. The first match wins.
const errorClasses: [RegExp, AttemptError][] = [
  [/^blocked_target$/, 'blocked_target'],
  [/ETIMEDOUT/, 'timeout'],
  [/ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EBADRESP|EDNS/, 'dns'],
  [/ECONNREFUSED/, 'refused'],
  [/ECONNRESET|EPIPE/, 'reset'],
  [/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/, 'tls'],
  [/^HPE_/, 'protocol'],
]

/** Classifies what the HTTP client threw; `network` when nothing more specific matches. */
function classifyError(error: unknown): AttemptError {
  if (!(error instanceof Error)) return 'network'
  const text = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return errorClasses.find(([pattern]) => pattern.test(text))?.[1] ?? 'network'
}
