import type { Input } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { simulateFailure } from '@jobboard/contracts/sandbox/endpoints'

/** What the next calls of a key get, as the key has asked for it. */
export type SimulatedFailure = Input<typeof simulateFailure>['body']

/** The failures that keys of sandboxes have asked for, in the memory of this gateway. */
export interface SimulatedFailures {
  /** Replaces that of the key; `times` 0 ends it. */
  set(keyId: number, failure: SimulatedFailure): void
  /** The failure of this call, if it is to fail: the key has one less. */
  take(keyId: number, path: string): SimulatedFailure['status'] | undefined
}

const LIFETIME_MS = 3_600_000
const MAX_KEYS = 100_000

/** Keys beyond `maxKeys` take the place of those that asked first. */
export function openSimulatedFailures(nowMs: () => number, maxKeys = MAX_KEYS): SimulatedFailures {
  const failures = new Map<number, SimulatedFailure & { endsAtMs: number }>()
  return {
    set(keyId, failure) {
      failures.delete(keyId)
      if (failure.times === 0) return
      if (failures.size >= maxKeys) failures.delete(failures.keys().next().value!)
      failures.set(keyId, { ...failure, endsAtMs: nowMs() + LIFETIME_MS })
    },
    take(keyId, path) {
      const failure = failures.get(keyId)
      if (!failure || !path.startsWith(failure.path)) return undefined
      failure.times--
      if (failure.times === 0 || nowMs() >= failure.endsAtMs) failures.delete(keyId)
      return nowMs() < failure.endsAtMs ? failure.status : undefined
    },
  }
}

/** The refusal of a call that is to fail. */
export function simulated(status: 429 | 503): ApiError {
  const message = 'Simulated, as POST /api/v1/sandbox/fail has asked for; nothing was done, try again in 1 s.'
  return new ApiError(status === 429 ? 'rate_limited' : 'unavailable', message, {
    headers: { 'retry-after': '1' },
  })
}
