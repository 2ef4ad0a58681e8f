import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'

const DAY_MS = 86_400_000

/** A paid window, in which an employer reads a profile for free. */
export interface Unlock {
  employerId: number
  candidateId: number
  unlockedAt: Date
  unlockedUntil: Date
}

/** End of the unlock window, 30 days, that a paid read at `now` opens (Spec §8, D-45). */
export function unlockedUntil(now: Date): Date {
  return new Date(now.getTime() + UNLOCK_WINDOW_DAYS * DAY_MS)
}

/** Whether a consent with this end has lapsed at `now`; null does not end. */
export function hasLapsed(consentExpiresAt: Date | null, now: Date): boolean {
  return consentExpiresAt !== null && consentExpiresAt <= now
}

/** A window as it is published; a later window of the same pair is another aggregate. */
export function toPublished({ employerId, candidateId, ...window }: Unlock, occurredAt: Date) {
  const unlockedAt = window.unlockedAt.toISOString()
  const unlockedUntil = window.unlockedUntil.toISOString()
  return {
    aggregateId: `${employerId}:${candidateId}:${unlockedAt}`,
    aggregateVersion: 1,
    occurredAt,
    data: { employerId, candidateId, unlockedAt, unlockedUntil, version: 1 },
  }
}
