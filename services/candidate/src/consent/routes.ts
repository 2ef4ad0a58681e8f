import * as endpoints from '@jobboard/contracts/candidates/me'
import type { Tx } from '@jobboard/db/sql'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { type OwnRoute, own } from '../activity/routes.ts'
import { type Candidate, renewed, withdrawn } from '../profiles/candidate.ts'
import { changeProfile } from '../profiles/change-profile.ts'
import { publishProfiles } from '../profiles/publish-actions.ts'
import { getCandidate, lockCandidate, saveCandidate } from '../profiles/store.ts'

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
    // A withdrawal is a right; each follows a renewal, which counts.
    const chargedTo = { kind: 'candidate', id: candidateId } as const
    await publishProfiles(sql, [candidate], now, isWithdrawal ? undefined : chargedTo)
  }
  return candidate
}

const renew = own(endpoints.renewConsent, ({ candidateId, headers, now, commit }) =>
  commit(async (sql) => {
    const change = (before: Candidate) => {
      checkMatch(headers, toConsent(before))
      return renewed(before, now)
    }
    const after = toConsent(await changeConsent(sql, candidateId, now, change))
    return { body: after, headers: { etag: etagOf(after) } }
  }),
)

/** The candidate's own consent to data processing. */
export const consentRoutes: OwnRoute[] = [
  own(endpoints.getConsent, async ({ sql, candidateId, headers }) =>
    withEtag(headers, toConsent(await getCandidate(sql, candidateId))),
  ),
  renew,
  own(endpoints.withdrawConsent, ({ candidateId, now, commit }) =>
    commit(async (sql) => {
      await changeConsent(sql, candidateId, now, withdrawn)
      return {}
    }),
  ),
]

function toConsent({ consentExpiresAt }: Pick<Candidate, 'consentExpiresAt'>) {
  return { consentExpiresAt: consentExpiresAt?.toISOString() ?? null }
}
