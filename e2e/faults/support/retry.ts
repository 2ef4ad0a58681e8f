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

/** Repeats a call with one Idempotency-Key, as a careful client does, until its response is a success. Retries a lost
 * connection, 5xx, 408, 429, `idempotency_in_progress` and `alsoRetry`. Throws for another 4xx, and after three minutes. */
export async function untilSuccess(
  api: Client,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: unknown,
  report: (trouble: Trouble) => void,
  alsoRetry: readonly number[] = [],
  // biome-ignore lint/suspicious/noExplicitAny: the body is read before its shape is checked
): Promise<HttpResponse<any>> {
  let idempotencyKey = randomUUID()
  const failures: Trouble['failures'] = []
  const startedAt = performance.now()
  for (;;) {
    const response = await once(api, method, path, body, { 'idempotency-key': idempotencyKey })
    if (response && response.status < 300) {
      report({ failures, waitMs: performance.now() - startedAt })
      return response
    }
    const isRetryable =
      !response ||
      response.status >= 500 ||
      [408, 429, ...alsoRetry].includes(response.status) ||
      response.body?.code === IN_PROGRESS
    if (!isRetryable) throw new Error(`${method} ${path}: ${response.status} ${response.text}`)
    // A 404 is the stored response of its Idempotency-Key (D-60).
    if (response && alsoRetry.includes(response.status)) idempotencyKey = randomUUID()
    failures.push(response?.status ?? 'network')
    if (performance.now() - startedAt > GIVE_UP_MS)
      throw new Error(`${method} ${path}: ${failures.join(' ')}`)
    const retryAfterMs = Number(response?.headers.get('retry-after') ?? 0) * 1_000
    await sleep(Math.max(retryAfterMs, Math.min(FIRST_PAUSE_MS * 2 ** failures.length, LONGEST_PAUSE_MS)))
  }
}

const IN_PROGRESS = 'idempotency_in_progress'

async function once(
  api: Client,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
  // biome-ignore lint/suspicious/noExplicitAny: the body is read before its shape is checked
): Promise<HttpResponse<any> | undefined> {
  const timeout = sleep(CALL_TIMEOUT_MS, undefined, { ref: false })
  const request = method === 'GET' ? { headers } : { headers, body }
  return Promise.race([api.send(method, path, request).catch(() => undefined), timeout])
}
