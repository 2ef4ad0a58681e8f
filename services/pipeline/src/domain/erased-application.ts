import { erasedProfile } from '@jobboard/contracts/erasure'
import type { DataOf } from '@jobboard/contracts/event'
import type { applicationCreated } from '@jobboard/contracts/events/candidate'
import type { Erased } from '@jobboard/contracts/events/erasure'

type Created = DataOf<typeof applicationCreated>

/** A submission without data of the person, as it is stored of an erased candidate (P-120). */
export function withoutPerson<C extends Omit<Created, 'job'>>(created: C): C {
  return {
    ...created,
    candidate: erasedProfile(created.candidate.id, created.appliedAt),
    coverLetter: null,
    resumeUrl: null,
    screeningAnswers: [],
  }
}

/** The recent applications of an erased candidate as submissions. */
export function erasedSubmissions({ candidateId, recentApplications }: Erased): Created[] {
  return recentApplications.map((application) => ({
    ...application,
    jobReference: null,
    candidate: erasedProfile(candidateId, application.appliedAt),
    coverLetter: null,
    resumeUrl: null,
    screeningAnswers: [],
  }))
}
