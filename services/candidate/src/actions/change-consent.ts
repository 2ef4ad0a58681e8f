import { profileChanged } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Candidate } from '../domain/candidate.ts'
import { changeProfile } from '../domain/change-profile.ts'
import { lockCandidate, saveCandidate } from '../store/candidate.ts'
import { toProfileChanged } from '../wire/profile.ts'

type Change = (candidate: Candidate, now: Date) => Pick<Candidate, 'consentExpiresAt'>

/** Renews or withdraws the consent of a candidate and publishes the profile with it, so that CV search shows or hides
 * it; a change without effect leaves no trace. Throws not_found. */
export async function changeConsent(
  sql: Tx,
  candidateId: number,
  now: Date,
  change: Change,
): Promise<Pick<Candidate, 'consentExpiresAt'>> {
  const before = await lockCandidate(sql, candidateId)
  const { consentExpiresAt } = change(before, now)
  const candidate = changeProfile(before, { consentExpiresAt: consentExpiresAt ?? '' }, now)
  if (candidate !== before) {
    const isWithdrawal = consentExpiresAt !== null && consentExpiresAt <= now
    await saveCandidate(sql, candidate)
    await appendEvent(sql, profileChanged, {
      aggregateId: candidate.id,
      aggregateVersion: candidate.version,
      occurredAt: now,
      data: toProfileChanged(candidate),
      // A withdrawal is a right; each follows a renewal, which counts.
      ...(isWithdrawal ? {} : { chargedTo: { kind: 'candidate', id: candidateId } as const }),
    })
  }
  return candidate
}
