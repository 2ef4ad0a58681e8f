import { JobBoardError } from '../errors.ts'
import type { CallLimits, CallOptions, ClientOptions } from '../options.ts'
import { attempt, type WireRequest, type WireResponse } from './attempt.ts'
import { delayBefore, isRefusal, isRepeatable, isTransient } from './retry-policy.ts'
import { sleep } from './sleep.ts'

/** How a client sends. */
export interface Sender extends Required<CallLimits>, Pick<ClientOptions, 'fetch' | 'onRetry'> {}

/** Sends a request and retries it where that is safe. Throws JobBoardError, or the reason of the signal when it aborts. */
export async function send(
  sender: Sender,
  request: WireRequest,
  { signal, ...limits }: CallOptions,
): Promise<WireResponse> {
  const {
    timeoutMs = sender.timeoutMs,
    deadlineMs = sender.deadlineMs,
    maxRetries = sender.maxRetries,
  } = limits
  const fetch = sender.fetch ?? globalThis.fetch
  const deadline = performance.now() + deadlineMs
  const attempts = { failures: 0, refusals: 0 }
  for (;;) {
    try {
      const remainingMs = Math.max(1, Math.ceil(deadline - performance.now()))
      return await attempt(fetch, request, Math.min(timeoutMs, remainingMs), signal)
    } catch (error) {
      if (!(error instanceof JobBoardError)) throw error
      if (isRefusal(error)) attempts.refusals++
      else if (isTransient(error) && isRepeatable(request.method, request.idempotencyKey)) attempts.failures++
      else throw error
      const delayMs = delayBefore(error, attempts, Math.random())
      if (attempts.failures > maxRetries || performance.now() + delayMs >= deadline) throw error
      sender.onRetry?.({ error, attempts: attempts.failures + attempts.refusals, delayMs })
      await sleep(delayMs, signal)
    }
  }
}
