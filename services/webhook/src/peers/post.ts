import { WEBHOOK_MAX_RESPONSE_BYTES, WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import { Agent, type Dispatcher, request } from 'undici'
import { pinnedLookup, type Resolve } from './resolve.ts'

/** What a receiver answered, or why it did not. */
export interface Answered {
  statusCode: number | null
  /** A word for the log, such as `timeout`, `refused` or `dns`; null when there was an answer. */
  error: string | null
  /** The first 4 KiB. */
  responseBody: string | null
}

const KEPT_BODY_BYTES = 4_096

/** Connections to receivers: HTTP/1.1, addresses checked at connection time, no redirects. */
export function openAgent(resolve: Resolve): Agent {
  return new Agent({
    connect: { lookup: pinnedLookup(resolve), timeout: WEBHOOK_TIMEOUT_MS },
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    // The signal is the only time-out: it counts from the start and is exact (D-52).
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** One POST; 10 s from the start to the headers (D-52). The body is read up to 64 KiB within the same 10 s and cannot
 * spoil the status. Never throws. */
export async function post(
  dispatcher: Dispatcher,
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
  signal: AbortSignal,
): Promise<Answered> {
  try {
    const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal })
    const responseBody = await readStart(answer.body)
    return { statusCode: answer.statusCode, error: null, responseBody }
  } catch (error) {
    return { statusCode: null, error: wordFor(error), responseBody: null }
  }
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      if (bytes < KEPT_BODY_BYTES) kept.push(chunk.subarray(0, KEPT_BODY_BYTES - bytes))
      bytes += chunk.length
      // Leaving the loop closes the socket: no more of it is read.
      if (bytes >= WEBHOOK_MAX_RESPONSE_BYTES) break
    }
  } catch {
    // The status counts, whatever becomes of the body.
  }
  return Buffer.concat(kept).toString('utf8').replaceAll('\0', '')
}

const words: [RegExp, string][] = [
  [/^blocked_target$/, 'blocked_target'],
  [/Abort|Timeout|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/, 'timeout'],
  [/ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EBADRESP|EDNS/, 'dns'],
  [/ECONNREFUSED/, 'refused'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET/, 'reset'],
  [/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/, 'tls'],
  [/^HPE_|HTTPParser|UND_ERR_/, 'protocol'],
]

function wordFor(error: unknown): string {
  if (!(error instanceof Error)) return 'network'
  const text = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return words.find(([pattern]) => pattern.test(text))?.[1] ?? 'network'
}
