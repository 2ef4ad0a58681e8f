/** Whether a consent with this end has lapsed at `now`; null does not end. */
export function hasLapsed(consentExpiresAt: Date | null, now: Date): boolean {
  return consentExpiresAt !== null && consentExpiresAt <= now
}
