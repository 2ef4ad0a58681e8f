import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/application'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listApplications } from '@jobboard/contracts/endpoints/application-lists'
import type { getApplication } from '@jobboard/contracts/endpoints/pipeline'
import type { DataOf } from '@jobboard/contracts/event'
import type { applicationCreated } from '@jobboard/contracts/events/candidate'

type Detail = ResponseBody<typeof getApplication>
type Summary = ResponseBody<typeof listApplications>['items'][number]

/** An application as a list row. */
export interface ListedApplication
  extends Omit<Summary, 'appliedAt' | 'updatedAt' | 'erasedAt' | 'included'> {
  appliedAt: Date
  updatedAt: Date
  erasedAt: Date | null
}

/** An application with everything that recruiters see. */
export interface Application
  extends Omit<Detail, 'appliedAt' | 'updatedAt' | 'erasedAt' | 'profile' | 'allowedTransitions'> {
  /** The profile at the time of the submission. */
  candidate: DataOf<typeof applicationCreated>['candidate']
  employerId: number
  /** Grows by one with each status change; 1 is the submission. */
  version: number
  appliedAt: Date
  updatedAt: Date
  erasedAt: Date | null
}

/** A submitted application. Tags belong to its candidate. */
export type NewApplication = Omit<Application, 'tags'>

/** The fields that a status change reads and that its event carries. */
export interface ApplicationState {
  id: number
  employerId: number
  jobId: number
  jobTitle: string
  candidateId: number
  status: ApplicationStatus
  version: number
  updatedAt: Date
}

/** An application of an erased candidate. */
export type ErasedApplication = ApplicationState & { erasedAt: Date }

/** An application with the history of its status, for a resync. */
export type ApplicationWithHistory = ApplicationState &
  Pick<NewApplication, 'appliedAt' | 'applicationType'> & {
    /** The newest changes, oldest first; each is one version, and the last is the current one. */
    changes: { status: ApplicationStatus; at: Date }[]
    /** Every status that the application had, without the current one. */
    formerStatuses: ApplicationStatus[]
  }

/** The recruiter's view of a submitted application: status `New`, version 1. */
export function newApplication(created: DataOf<typeof applicationCreated>): NewApplication {
  const { applicationId, candidate, job: _, appliedAt, ...rest } = created
  return {
    ...rest,
    id: applicationId,
    candidate,
    candidateId: candidate.id,
    name: `${candidate.firstName} ${candidate.lastName}`,
    email: candidate.email,
    headline: candidate.headline,
    phone: candidate.phone,
    city: candidate.city,
    country: candidate.country,
    status: 'New',
    version: 1,
    appliedAt: new Date(appliedAt),
    updatedAt: new Date(appliedAt),
    erasedAt: null,
  }
}

/** The fields of a submission, but for the profile; no status change alters them. */
export const submittedFields = [
  'employerId',
  'jobId',
  'jobTitle',
  'jobReference',
  'candidateId',
  'applicationType',
  'isAiAssisted',
  'coverLetter',
  'resumeUrl',
  'screeningAnswers',
  'appliedAt',
] as const

/** What a submission states. */
export type Submission = Pick<NewApplication, (typeof submittedFields)[number] | 'candidate'>

/** The statuses that may follow: any other (D-26). */
export function allowedTransitions(status: ApplicationStatus): ApplicationStatus[] {
  return applicationStatuses.filter((other) => other !== status)
}

/** Any status may follow any other (D-26). `updatedAt` never decreases, even when requests are served out of
 * order. */
export function changeStatus(
  application: ApplicationState,
  status: ApplicationStatus,
  now: Date,
): ApplicationState {
  const updatedAt = now > application.updatedAt ? now : application.updatedAt
  return { ...application, status, version: application.version + 1, updatedAt }
}
