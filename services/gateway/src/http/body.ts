import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import { collectBody, MAX_CHUNKS, openBodyMemoryBudget } from '@jobboard/service/http/collect-body'
import { isEnded } from './connection.ts'
import { ClientGone, MalformedRequest } from './failure.ts'
import type { RequestContext } from './request-context.ts'
import { payloadTooLarge } from './responses.ts'

const SMALL_BYTES = 65_536
const BUDGET_BYTES = 64 * 1_048_576
// One for each plane: no flood of clients takes the memory of an operator's body.
const publicBudget = openBodyMemoryBudget(BUDGET_BYTES)
const adminBudget = openBodyMemoryBudget(BUDGET_BYTES)

/** Reads the whole body, so that no service waits for a slow client; null when there is none. Throws
 * payload_too_large, at once for an announced length over the limit, MalformedRequest, ClientGone. Operators
 * have no `keyName`. */
export async function readBody(
  context: RequestContext,
  maxBytes: number,
  keyName?: string,
): Promise<Buffer | null> {
  const { request, response } = context
  if (!hasBody(request)) return null
  checkLength(request, maxBytes)
  sendContinue(request, response)
  return readAll(request, maxBytes, keyName)
}

/** The body at the pace of its reader, in constant memory; null when there is none. Over the limit it fails with
 * payload_too_large. Throws payload_too_large for an announced length over the limit, ClientGone. */
export function streamBody({ request, response }: RequestContext, maxBytes: number): Transform | null {
  if (!hasBody(request)) return null
  checkLength(request, maxBytes)
  sendContinue(request, response)
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) done(payloadTooLarge(maxBytes))
      else done(null, chunk)
    },
  })
  // Without a listener an error before the upstream listens would end the process.
  stream.on('error', () => {})
  // What the upstream left unread is drained, or the connection could take no further request.
  stream.once('close', () => {
    request.unpipe(stream)
    request.resume()
  })
  request.once('close', () => {
    if (!request.complete) stream.destroy(new ClientGone())
  })
  return request.pipe(stream)
}

function checkLength({ headers }: IncomingMessage, maxBytes: number): void {
  const length = headers['content-length']
  if (length !== undefined && Number(length) > maxBytes) throw payloadTooLarge(maxBytes)
}

function hasBody(request: IncomingMessage): boolean {
  // The request was refused meanwhile: the rest of its body never comes.
  if (!request.complete && isEnded(request.socket)) throw new ClientGone()
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  return request.method !== 'GET' && (coding !== undefined || Number(length) > 0)
}

function readAll(request: IncomingMessage, maxBytes: number, keyName: string | undefined): Promise<Buffer> {
  return collectBody(request, {
    maxBytes,
    budget: keyName === undefined ? adminBudget : publicBudget,
    holder: keyName ?? request.socket,
    freeBytes: SMALL_BYTES,
    refusal: (reason) => {
      if (reason === 'gone') return new ClientGone()
      if (reason === 'too_large') return payloadTooLarge(maxBytes)
      return reason === 'too_slow' ? tooSlow() : tooManyChunks()
    },
  })
}

function tooSlow(): MalformedRequest {
  return new MalformedRequest('The body arrived too slowly, and its memory was needed; send it again.', 408)
}

function tooManyChunks(): MalformedRequest {
  return new MalformedRequest(
    `The body arrived in more than ${MAX_CHUNKS} chunks; send it with a Content-Length or in larger chunks.`,
  )
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const waiting = new WeakSet<IncomingMessage>()

/** Lets `Expect: 100-continue` wait for `sendContinue`, and ignores every other expectation, which Node
 * answers with 417. */
export function deferContinue(server: Server, route: Listener): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request)
    route(request, response)
  })
  server.on('checkExpectation', route)
}

/** Sends 100 to a client that holds its body back until the request is admitted. */
function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue()
}
