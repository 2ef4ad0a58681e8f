import { WEBHOOK_MAX_RESPONSE_BYTES, WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import { Agent, type Dispatcher, request } from 'undici'
import { type AttemptResponse, noResponse } from '../domain/attempt-response.ts'
import { classifyError } from './classify-error.ts'
import { pinnedLookup, type Resolve } from './resolve.ts'

const STORED_BODY_BYTES = 4_096

/** Connections to receivers: HTTP/1.1, no redirects, addresses checked when a connection is made. */
export function openAgent(resolve: Resolve): Agent {
  return new Agent({
    connect: { lookup: pinnedLookup(resolve), timeout: WEBHOOK_TIMEOUT_MS },
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    // The caller's signal is the only timeout: it counts from the start of the attempt, DNS and TLS included
    // (D-52).
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** Sends one POST. The status counts as soon as the headers are there; the body is read up to 64 KiB, until
 * `signal` aborts, and cannot change the result (D-52). Never throws. */
export async function post(
  dispatcher: Dispatcher,
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
  signal: AbortSignal,
): Promise<AttemptResponse> {
  try {
    const response = await request(url, { dispatcher, method: 'POST', headers, body, signal })
    const responseBody = await readBodyStart(response.body)
    return { statusCode: response.statusCode, error: null, responseBody }
  } catch (error) {
    return noResponse(classifyError(error))
  }
}

async function readBodyStart(body: AsyncIterable<Buffer>): Promise<string> {
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
