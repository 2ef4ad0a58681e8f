/** Whether a consent with this end has lapsed at `now`; null does not end (P-14). */
export function hasLapsed(consentExpiresAt: Date | null, now: Date): boolean {
  return consentExpiresAt !== null && consentExpiresAt <= now
}
