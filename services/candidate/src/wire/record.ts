import type { listCandidates, readCandidate } from '@jobboard/contracts/candidates/admin'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { Candidate } from '../domain/candidate.ts'
import { toProfile } from './profile.ts'

type Summary = ResponseBody<typeof listCandidates>['items'][number]
type SummaryDates = 'consentExpiresAt' | 'lastActiveAt' | 'createdAt' | 'updatedAt'

/** A candidate as operators read it. */
export function toRecord(candidate: Candidate): ResponseBody<typeof readCandidate> {
  return { ...toProfile(candidate), isSearchable: candidate.isSearchable, ...toDates(candidate) }
}

/** A candidate in a list of operators. */
export function toSummary(candidate: Omit<Summary, SummaryDates> & Pick<Candidate, SummaryDates>): Summary {
  const { createdAt, updatedAt } = candidate
  const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  return { ...candidate, ...toDates(candidate), ...dates }
}

function toDates({ consentExpiresAt, lastActiveAt }: Pick<Candidate, 'consentExpiresAt' | 'lastActiveAt'>) {
  return {
    consentExpiresAt: consentExpiresAt?.toISOString() ?? null,
    lastActiveAt: lastActiveAt.toISOString(),
  }
}
