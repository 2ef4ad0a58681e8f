import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'

/** The final response to one call. */
export interface ApiResponse {
  status: number
  body: Record<string, unknown>
  /** The API returned the stored response to an earlier request with the same `Idempotency-Key`. */
  isReplayed: boolean
}

/** One call of the API. */
interface ApiCall {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** A buffer is sent as NDJSON, anything else as JSON. */
  body?: unknown
  idempotencyKey?: string
  /** A repeat has no further effect. */
  isRepeatable?: boolean
  timeoutMs?: number
}

/** The API with one key or token. Waits for `Retry-After` on 429 and while the same request is still running.
 * Retries network errors and 5xx with backoff and throws after six failures in a row; a change that is neither
 * repeatable nor has an `Idempotency-Key` is never repeated and throws after the first. */
export type Api = (call: ApiCall) => Promise<ApiResponse>

const MAX_TRIES = 6
const FIRST_BACKOFF_MS = 250
const TIMEOUT_MS = 30_000

/** Opens the API at `baseUrl` with a bearer credential: an API key or the admin token. */
export function openApi(baseUrl: string, credential: string): Api {
  return async (call) => {
    const isRepeatable = call.method === 'GET' || call.isRepeatable || call.idempotencyKey
    const maxTries = isRepeatable ? MAX_TRIES : 1
    for (let failures = 0; ; ) {
      const result = await send(baseUrl, credential, call)
      if ('response' in result) return result.response
      if ('waitMs' in result) {
        await sleep(result.waitMs)
        continue
      }
      failures++
      if (failures === maxTries)
        throw new Error(`${result.failure}${maxTries > 1 ? ` after ${maxTries} tries` : ''}`)
      await sleep(FIRST_BACKOFF_MS * 2 ** (failures - 1))
    }
  }
}

type SendResult = { response: ApiResponse } | { waitMs: number } | { failure: string }

async function send(baseUrl: string, credential: string, call: ApiCall): Promise<SendResult> {
  const { method, path, body, idempotencyKey, timeoutMs = TIMEOUT_MS } = call
  const isNdjson = Buffer.isBuffer(body)
  const type = isNdjson ? 'application/x-ndjson' : 'application/json'
  try {
    const response = await request(new URL(path, baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : isNdjson ? body : JSON.stringify(body),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    const { statusCode: status, headers } = response
    const text = await response.body.text()
    const parsed = parseBody(text)
    if (status >= 500)
      return { failure: `${baseUrl} responds with ${status}: ${parsed.message ?? 'no reason given'}` }
    if (status === 429 || parsed.code === 'idempotency_in_progress') {
      return { waitMs: 1_000 * Math.max(1, Number(headers['retry-after']) || 1) }
    }
    const isReplayed = headers['idempotency-replayed'] === 'true'
    return { response: { status, body: parsed, isReplayed } }
  } catch (error) {
    return { failure: `${baseUrl} cannot be reached (${reasonOf(error)})` }
  }
}

function parseBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text || '{}') as Record<string, unknown>
  } catch {
    return { message: 'the response is not JSON; check that the address is that of the job board' }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}
