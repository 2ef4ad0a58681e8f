import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'

const DAY_MS = 86_400_000

/** End of the unlock window, 30 days, that a paid read at `now` opens (Spec §8, D-45). */
export function unlockedUntil(now: Date): Date {
  return new Date(now.getTime() + UNLOCK_WINDOW_DAYS * DAY_MS)
}
