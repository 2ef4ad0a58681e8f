import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'

/** What the API answered in the end. */
export interface ApiAnswer {
  status: number
  body: Record<string, unknown>
  /** The answer was given before, to an earlier request with the same key. */
  replayed: boolean
}

/** One call of the public API. */
export interface ApiCall {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  idempotencyKey?: string
}

/** The public API with one key. Waits out 429 and 409, and tries again what failed for a moment: a repeated POST
 * carries the same `Idempotency-Key`, so it has one effect. Throws one sentence when the API keeps failing. */
export type Api = (call: ApiCall) => Promise<ApiAnswer>

const TRIES = 6
const FIRST_PAUSE_MS = 250
const TIMEOUT_MS = 30_000

/** Opens the API at `baseUrl`. */
export function openApi(baseUrl: string, apiKey: string): Api {
  return async (call) => {
    for (let failures = 0; ; ) {
      const outcome = await send(baseUrl, apiKey, call)
      if ('answer' in outcome) return outcome.answer
      if ('waitMs' in outcome) {
        await sleep(outcome.waitMs)
        continue
      }
      failures++
      if (failures === TRIES) throw new Error(`${baseUrl} ${outcome.failure}, ${TRIES} times in a row`)
      await sleep(FIRST_PAUSE_MS * 2 ** (failures - 1))
    }
  }
}

type Outcome = { answer: ApiAnswer } | { waitMs: number } | { failure: string }

async function send(baseUrl: string, apiKey: string, call: ApiCall): Promise<Outcome> {
  const { method, path, body, idempotencyKey } = call
  try {
    const { statusCode, headers, ...answer } = await request(new URL(path, baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    const text = await answer.body.text()
    if (statusCode >= 500) return { failure: `answered ${statusCode}` }
    const parsed = parse(text)
    if (statusCode === 429 || parsed.code === 'idempotency_in_progress') {
      return { waitMs: 1_000 * Math.max(1, Number(headers['retry-after']) || 1) }
    }
    const replayed = headers['idempotency-replayed'] === 'true'
    return { answer: { status: statusCode, body: parsed, replayed } }
  } catch (error) {
    return { failure: `cannot be reached (${reasonOf(error)})` }
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text || '{}') as Record<string, unknown>
  } catch {
    return { message: 'the answer is not JSON: is the base URL that of the job board?' }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}
