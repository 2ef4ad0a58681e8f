import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'

/** The final response to one call. */
export interface ApiResponse {
  status: number
  body: Record<string, unknown>
  /** The API returned the stored response to an earlier request with the same `Idempotency-Key`. */
  isReplayed: boolean
  /** Fields of the body that the API has ignored. */
  ignored: string[]
}

interface ApiCall {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** A buffer is sent as NDJSON, anything else as JSON. */
  body?: unknown
  idempotencyKey?: string
  /** Refuses fields that the API does not have, instead of ignoring them. */
  isStrict?: boolean
  /** A repeat has no further effect. */
  isRepeatable?: boolean
  timeoutMs?: number
}

/** The API with one key or token. On 429, and while the same request is still running, waits as long as `Retry-After`
 * says, 300 s in all, and then throws `StillLimited`. Retries network errors and 5xx with backoff and throws after six
 * failures in a row; a change that is neither repeatable nor has an `Idempotency-Key` is never repeated and throws
 * after the first. */
export type Api = (call: ApiCall) => Promise<ApiResponse>

/** The API refused a call because of a limit, for longer than this command waits. */
export class StillLimited extends Error {}

/** Where waits are printed, and how to wait. */
interface Waiting {
  log: (line: string) => void
  wait: (ms: number) => Promise<unknown>
}

const MAX_TRIES = 6
const FIRST_BACKOFF_MS = 250
const TIMEOUT_MS = 30_000
/** Waits of one call after 429: five windows of a rate limit. */
const MAX_WAITS_SECONDS = 300

/** Opens the API at `baseUrl` with a bearer credential: an API key or the admin token. */
export function openApi(
  baseUrl: string,
  credential: string,
  { log, wait }: Waiting = { log: (line) => process.stderr.write(`jobboard: ${line}\n`), wait: sleep },
): Api {
  return async (call) => {
    const isRepeatable = call.method === 'GET' || call.isRepeatable || call.idempotencyKey
    const maxTries = isRepeatable ? MAX_TRIES : 1
    let waitedSeconds = 0
    for (let failures = 0; ; ) {
      const result = await send(baseUrl, credential, call)
      if ('response' in result) return result.response
      if ('waitSeconds' in result) {
        const { waitSeconds, reason } = result
        if (waitedSeconds + waitSeconds > MAX_WAITS_SECONDS) {
          throw new StillLimited(
            `${call.method} ${call.path} is refused: ${reason}. It waited ${waitedSeconds} s of at most ${MAX_WAITS_SECONDS} s. ` +
              `Run the command again in ${waitSeconds} s.`,
          )
        }
        log(`${reason}; waiting ${waitSeconds} s, then ${call.method} ${call.path} is sent again`)
        waitedSeconds += waitSeconds
        await wait(1_000 * waitSeconds)
        continue
      }
      failures++
      if (failures === maxTries)
        throw new Error(`${result.failure}${maxTries > 1 ? ` after ${maxTries} tries` : ''}`)
      await wait(FIRST_BACKOFF_MS * 2 ** (failures - 1))
    }
  }
}

type SendResult = { response: ApiResponse } | { waitSeconds: number; reason: string } | { failure: string }

async function send(baseUrl: string, credential: string, call: ApiCall): Promise<SendResult> {
  const { method, path, body, idempotencyKey, isStrict, timeoutMs = TIMEOUT_MS } = call
  const isNdjson = Buffer.isBuffer(body)
  const type = isNdjson ? 'application/x-ndjson' : 'application/json'
  try {
    const response = await request(new URL(path, baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(isStrict ? { prefer: 'handling=strict' } : {}),
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
      return {
        waitSeconds: retryAfterSeconds(headers['retry-after']),
        reason: `${parsed.message ?? 'too many requests'} (${status} ${parsed.code ?? 'no code'})`,
      }
    }
    const isReplayed = headers['idempotency-replayed'] === 'true'
    return { response: { status, body: parsed, isReplayed, ignored: namesOf(headers['x-ignored-fields']) } }
  } catch (error) {
    return { failure: `${baseUrl} cannot be reached (${reasonOf(error)})` }
  }
}

/** Seconds of `Retry-After`, at least 1: a number, or a date as proxies send it. */
function retryAfterSeconds(header: string | string[] | undefined): number {
  const text = String(header ?? '')
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1_000)
  return Math.max(1, seconds || 1)
}

function namesOf(header: string | string[] | undefined): string[] {
  return header === undefined ? [] : String(header).split(', ').map(decodeURIComponent)
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
