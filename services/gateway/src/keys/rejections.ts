import type { Log } from '@jobboard/service/lifecycle/log'

/** Counts what the key feed ignores because accounts did not sign it. */
export interface Rejections {
  add(what: 'record' | 'watermark', details: Record<string, unknown>): void
  counts(): Readonly<Record<'record' | 'watermark', number>>
}

const LOG_INTERVAL_MS = 10_000

/** Logs at most one rejection of each kind per 10 s. */
export function openRejections(log: Log, nowMs: () => number): Rejections {
  const counts = { record: 0, watermark: 0 }
  const loggedAtMs = { record: Number.NEGATIVE_INFINITY, watermark: Number.NEGATIVE_INFINITY }
  return {
    add(what, details) {
      counts[what]++
      if (nowMs() - loggedAtMs[what] < LOG_INTERVAL_MS) return
      loggedAtMs[what] = nowMs()
      log.error(
        { ...details, rejected: counts[what] },
        `the key feed ignores a ${what} that accounts did not sign, or not for now`,
      )
    },
    counts: () => counts,
  }
}
