import { WEBHOOK_MAX_RESPONSE_BYTES, WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import { Agent, type Dispatcher, request } from 'undici'
import { type AttemptError, type AttemptResponse, noResponse } from '../domain/attempt-response.ts'
import { pinnedLookup, type Resolve } from './resolve.ts'

const STORED_BODY_BYTES = 4_096

/** Connections to receivers: HTTP/1.1, no redirects, addresses checked when a connection is made. */
export function openAgent(resolve: Resolve, connectTimeoutMs = WEBHOOK_TIMEOUT_MS): Agent {
  return new Agent({
    connect: { lookup: pinnedLookup(resolve), timeout: connectTimeoutMs },
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    // Once there is a connection the caller's signal is the only timeout; it counts from the start of the attempt, DNS
    // and TLS included (D-52). Undici looks at it no earlier: until then `connect.timeout` holds.
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

// By error code, or by name where there is no code. The first match wins.
const errorClasses: [RegExp, AttemptError][] = [
  [/^blocked_target$/, 'blocked_target'],
  [/Abort|Timeout|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/, 'timeout'],
  [/ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EBADRESP|EDNS/, 'dns'],
  [/ECONNREFUSED/, 'refused'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET/, 'reset'],
  [/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/, 'tls'],
  [/^HPE_|HTTPParser|UND_ERR_/, 'protocol'],
]

/** Classifies what the HTTP client threw; `network` when nothing more specific matches. */
function classifyError(error: unknown): AttemptError {
  if (!(error instanceof Error)) return 'network'
  const text = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return errorClasses.find(([pattern]) => pattern.test(text))?.[1] ?? 'network'
}
