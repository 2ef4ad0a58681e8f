import { ApiError } from '@jobboard/contracts/error'
import { CONSENT_RENEWAL_DAYS } from '@jobboard/contracts/limits'
import type { Candidate } from '../profiles/candidate.ts'

const DAY_MS = 86_400_000

type Consent = Pick<Candidate, 'consentExpiresAt'>

/** Throws consent_required when the candidate's consent to data processing has lapsed (D-32). */
export function assertConsent({ consentExpiresAt }: Consent, now: Date): void {
  if (!hasLapsed({ consentExpiresAt }, now)) return
  throw new ApiError(
    'consent_required',
    `Your consent to data processing lapsed at ${consentExpiresAt!.toISOString()}; renew it with PUT /api/v1/me/consent or in the portal.`,
  )
}

/** Renewed for 365 days from `now`; a consent that lasts longer, or has no end, stays as it is. */
export function renewed({ consentExpiresAt }: Consent, now: Date): Consent {
  const renewedUntil = new Date(now.getTime() + CONSENT_RENEWAL_DAYS * DAY_MS)
  const lastsLonger = consentExpiresAt === null || consentExpiresAt > renewedUntil
  return { consentExpiresAt: lastsLonger ? consentExpiresAt : renewedUntil }
}

/** Withdrawn at `now`; one that has lapsed before stays as it is. */
export function withdrawn({ consentExpiresAt }: Consent, now: Date): Consent {
  return { consentExpiresAt: hasLapsed({ consentExpiresAt }, now) ? consentExpiresAt : now }
}

function hasLapsed({ consentExpiresAt }: Consent, now: Date): boolean {
  return consentExpiresAt !== null && consentExpiresAt <= now
}
