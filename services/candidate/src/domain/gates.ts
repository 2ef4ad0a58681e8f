import { ApiError } from '@jobboard/contracts/error'
import { APPLIES_PER_DAY } from '@jobboard/contracts/limits'

const DAY_MS = 86_400_000

/** Throws daily_apply_limit, with the seconds to 00:00 UTC, when the daily cap is reached (D-33). */
export function assertBelowCap(usedToday: number, now: Date): void {
  if (usedToday < APPLIES_PER_DAY) return
  const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000)
  throw new ApiError(
    'daily_apply_limit',
    `You have applied to ${APPLIES_PER_DAY} jobs today; the next apply is possible after 00:00 UTC.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

/** The UTC calendar day, `YYYY-MM-DD`. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** 409 for a second application to the same job (D-32). */
export function alreadyApplied(): ApiError {
  return new ApiError('already_applied', 'jobId: you have already applied to this job.')
}
