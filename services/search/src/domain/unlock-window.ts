import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'

const DAY_MS = 86_400_000

/** End of the window that a paid read at `now` starts (D-45). */
export function unlockedUntil(now: Date): Date {
  return new Date(now.getTime() + UNLOCK_WINDOW_DAYS * DAY_MS)
}

/** The earliest last activity of `activeWithinDays` (D-42). */
export function activeSince(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
