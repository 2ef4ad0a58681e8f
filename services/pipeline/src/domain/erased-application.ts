import type { applicationCreated } from '@jobboard/contracts/applications/events'
import { erasedProfile } from '@jobboard/contracts/candidates/erasure'
import type { Erased } from '@jobboard/contracts/candidates/events'
import type { DataOf } from '@jobboard/contracts/event'

type Created = DataOf<typeof applicationCreated>

/** A submission without data of the person, as it is stored of an erased candidate. */
export function withoutPerson<C extends Omit<Created, 'job'>>(created: C): C {
  return {
    ...created,
    candidate: erasedProfile(created.candidate.id, created.appliedAt),
    coverLetter: null,
    resumeUrl: null,
    screeningAnswers: [],
  }
}

/** An application of an erased candidate. `updatedAt` moves to `now`, when it is erased here, so that a client that reads what
 * changed sees it. */
export function toErasedApplication<A extends { updatedAt: Date }>(
  application: A,
  { erasedAt }: Pick<Erased, 'erasedAt'>,
  now: Date,
): A & { erasedAt: Date } {
  const updatedAt = now > application.updatedAt ? now : application.updatedAt
  return { ...application, erasedAt: new Date(erasedAt), updatedAt }
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
