import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'

const DAY_MS = 86_400_000

/** End of the unlock window, 30 days, that a paid read at `now` opens (Spec §8, D-45). */
export function unlockedUntil(now: Date): Date {
  return new Date(now.getTime() + UNLOCK_WINDOW_DAYS * DAY_MS)
}

/** Whether a consent with this end has lapsed at `now`; null does not end (P-14). */
export function hasLapsed(consentExpiresAt: Date | null, now: Date): boolean {
  return consentExpiresAt !== null && consentExpiresAt <= now
}

/** Earliest last activity that `activeWithinDays` accepts (D-42). */
export function activeSince(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
