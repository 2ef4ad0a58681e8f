import type { ApplicationStatus, applicationTypes } from '@jobboard/contracts/applications/application'
import {
  type applicationCreated,
  MAX_APPLIED_DESCRIPTION_LENGTH,
  type submittedApplicationState,
} from '@jobboard/contracts/applications/events'
import type { getOwnApplication } from '@jobboard/contracts/applications/own'
import { erasedProfile } from '@jobboard/contracts/candidates/erasure'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { DataOf } from '@jobboard/contracts/event'
import type { Job } from '../jobs/job.ts'
import { type Candidate, toProfile } from '../profiles/candidate.ts'
import type { AnsweredQuestion } from './screening.ts'

/** An application with everything the candidate service stores about it. */
export interface Application {
  id: number
  candidateId: number
  jobId: number
  jobTitle: string
  employerId: number
  employerName: string
  status: ApplicationStatus
  applicationType: (typeof applicationTypes)[number]
  isAiAssisted: boolean
  coverLetter: string | null
  resumeUrl: string | null
  screeningAnswers: AnsweredQuestion[]
  appliedAt: Date
  updatedAt: Date
  /** When the candidate last withdrew it; a later move leaves it (D-69). */
  withdrawnAt: Date | null
}

/** An application as its candidate reads it (Spec §2, D-35). */
export function toOwnApplication(application: Application): ResponseBody<typeof getOwnApplication> {
  const { id, jobId, jobTitle, employerName, status, coverLetter, resumeUrl } = application
  return {
    id,
    jobId,
    jobTitle,
    employerName,
    status,
    appliedAt: application.appliedAt.toISOString(),
    updatedAt: application.updatedAt.toISOString(),
    ...(application.withdrawnAt && { withdrawnAt: application.withdrawnAt.toISOString() }),
    coverLetter,
    resumeUrl,
  }
}

/** Data of `application.created`, with the profile and the posting at the time of the apply. */
export function toApplicationCreated(
  application: Application,
  job: Job,
  candidate: Candidate,
): DataOf<typeof applicationCreated> {
  const { description, city, country, employmentType, remoteType, screeningQuestions } = job
  return {
    ...toSubmission(application, job, toProfile(candidate)),
    job: {
      // By code points: half a surrogate pair cannot be stored.
      description: description && [...description].slice(0, MAX_APPLIED_DESCRIPTION_LENGTH).join(''),
      city,
      country,
      employmentType,
      remoteType,
      screeningQuestions: screeningQuestions.map(({ id, text }) => ({ id, text })),
    },
  }
}

function toSubmission(
  application: Application,
  { reference }: Pick<Job, 'reference'>,
  candidate: Profile,
): Omit<DataOf<typeof applicationCreated>, 'job'> {
  const { id, employerId, jobId, jobTitle, applicationType, isAiAssisted } = application
  return {
    applicationId: id,
    employerId,
    jobId,
    jobTitle,
    jobReference: reference,
    candidate,
    applicationType,
    isAiAssisted,
    appliedAt: application.appliedAt.toISOString(),
    coverLetter: application.coverLetter,
    resumeUrl: application.resumeUrl,
    screeningAnswers: application.screeningAnswers,
  }
}

/** The state of an application, with the profile of now; of an erased candidate, without data of the person. `version`: of the status,
 * as pipeline decided it. */
export function toApplicationState(
  application: Application & { version: number },
  candidate: Candidate | undefined,
  reference: string | null,
): DataOf<typeof submittedApplicationState> {
  const { status, updatedAt, withdrawnAt, version, candidateId, appliedAt } = application
  const profile = candidate ? toProfile(candidate) : erasedProfile(candidateId, appliedAt.toISOString())
  return {
    ...toSubmission(application, { reference }, profile),
    status,
    updatedAt: updatedAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    version,
  }
}
