// biome-ignore-all lint/plugin: a load has pauses, a fault lasts for a while, and both are reported in milliseconds
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, HttpResponse } from '@jobboard/testkit/client'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
const CALL_TIMEOUT_MS = 20_000
const GIVE_UP_MS = 180_000

/** What one logical call went through before it succeeded. */
export interface Trouble {
  /** Every failed try: a status, or `network` without a response. */
  failures: (number | 'network')[]
  /** Milliseconds from the first try to the response of the last one. */
  waitMs: number
}

/** One call, of which `isEarly` says that 404 is no failure: what it names arrives by an event, moments later. */
export interface Call {
  api: Client
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  isEarly?: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: the body is read before its shape is checked
type Response = HttpResponse<any>

/** Repeats a call with one Idempotency-Key, as a careful client does, until its response is a success. Retries a lost
 * connection, 5xx, 408, 429 and `idempotency_in_progress`. Throws for another 4xx, and after three minutes. */
export async function untilSuccess(call: Call, report: (trouble: Trouble) => void): Promise<Response> {
  const { method = 'POST', path, isEarly = false } = call
  let idempotencyKey = randomUUID()
  const failures: Trouble['failures'] = []
  const startedAt = performance.now()
  for (let tries = 1; ; tries++) {
    const response = await once(call, { 'idempotency-key': idempotencyKey })
    const status = response?.status ?? 'network'
    if (response && response.status < 300) {
      report({ failures, waitMs: performance.now() - startedAt })
      return response
    }
    // A 404 is the stored response of its Idempotency-Key (D-60).
    if (isEarly && status === 404) idempotencyKey = randomUUID()
    else if (isTransient(response)) failures.push(status)
    else throw new Error(`${method} ${path}: ${status} ${response?.text}`)
    if (performance.now() - startedAt > GIVE_UP_MS)
      throw new Error(`${method} ${path}: no success in ${tries} tries, ${failures.join(' ')}`)
    const retryAfterMs = Number(response?.headers.get('retry-after') ?? 0) * 1_000
    await sleep(Math.max(retryAfterMs, Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS)))
  }
}

/** One try; undefined without a response. */
export async function once(
  { api, method = 'POST', path, body }: Call,
  headers: Record<string, string> = {},
): Promise<Response | undefined> {
  const timeout = sleep(CALL_TIMEOUT_MS, undefined, { ref: false })
  const request = body === undefined ? { headers } : { headers, body }
  return Promise.race([api.send(method, path, request).catch(() => undefined), timeout])
}

function isTransient(response: Response | undefined): boolean {
  if (!response || response.status >= 500) return true
  return [408, 429].includes(response.status) || response.body?.code === 'idempotency_in_progress'
}
