import { ApiError } from '@jobboard/contracts/error'
import { setClock } from '@jobboard/contracts/operators/internal'
import type { PortalDeps } from '../portal-deps.ts'

const TIMEOUT_MS = 1_000

/** Business time (ADR 0008). With `TEST_CLOCK` accounts is asked how far it was moved, so that a page suggests and refuses
 * the same days as the services; while accounts does not answer, it is as far as it was last. */
export function openBusinessNow({
  env,
  call,
  now,
}: Pick<PortalDeps, 'env' | 'call' | 'now'>): () => Promise<Date> {
  if (!env.TEST_CLOCK) return async () => now()
  const readClock = setClock('accounts')
  let offsetMs = 0
  return async () => {
    try {
      // The clock never goes back, so this reads it.
      const read = await call(readClock, { body: { offsetMs: 0 } }, { timeoutMs: TIMEOUT_MS })
      offsetMs = Math.max(offsetMs, read.offsetMs)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    return new Date(now().getTime() + offsetMs)
  }
}
