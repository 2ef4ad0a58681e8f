import * as endpoints from '@jobboard/contracts/candidates/me'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { changeConsent } from '../actions/change-consent.ts'
import type { Candidate } from '../domain/candidate.ts'
import { renewed, withdrawn } from '../domain/consent.ts'
import { getCandidate } from '../store/candidate.ts'
import { type OwnRoute, own } from './own.ts'

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
