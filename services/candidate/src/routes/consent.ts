import * as endpoints from '@jobboard/contracts/endpoints/consent'
import { ApiError } from '@jobboard/contracts/error'
import type { Route } from '@jobboard/service/http/route'
import { changeConsent } from '../actions/change-consent.ts'
import type { Candidate } from '../domain/candidate.ts'
import { renewed, withdrawn } from '../domain/consent.ts'
import { getCandidate } from '../store/candidate.ts'
import { own } from './own.ts'

const renew = own(endpoints.renewConsent, ({ candidateId, body, now, commit }) => {
  if (body.confirm !== true) {
    throw new ApiError(
      'confirmation_required',
      'confirm: must be true to renew the consent; nothing was changed. Send "confirm": true.',
    )
  }
  return commit(async (sql) => ({ body: toConsent(await changeConsent(sql, candidateId, now, renewed)) }))
})

/** The candidate's own consent to data processing (P-131). */
export const consentRoutes: Route[] = [
  own(endpoints.getConsent, async ({ sql, candidateId }) => ({
    body: toConsent(await getCandidate(sql, candidateId)),
  })),
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
