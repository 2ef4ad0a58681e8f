import type { RunningLimiter } from './limiter.ts'
import { openSlidingLog, windowName } from './sliding-log.ts'

const SWEEP_MS = 60_000

/** Counts in this process only: for one replica, or for replicas among which a balancer shares by key. */
export function startLocalLimiter(nowMs?: () => number): RunningLimiter {
  const log = openSlidingLog(nowMs)
  const sweeping = setInterval(() => log.sweep(), SWEEP_MS).unref()
  return {
    take: (keyId, family) => log.take(windowName(keyId, family)),
    size: log.size,
    members: () => 1,
    decidedAlone: () => 0,
    stop: async () => clearInterval(sweeping),
  }
}
