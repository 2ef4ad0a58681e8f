import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import type { getApplication, listApplications } from '@jobboard/contracts/applications/endpoints'
import type { applicationCreated } from '@jobboard/contracts/applications/events'
import type { StoredReason } from '@jobboard/contracts/applications/rejection-reasons'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { DataOf } from '@jobboard/contracts/event'
import { fullName } from '@jobboard/contracts/text'

type Detail = ResponseBody<typeof getApplication>
type Summary = ResponseBody<typeof listApplications>['items'][number]

/** An application as a list row. */
export interface ListedApplication
  extends Omit<
    Summary,
    'appliedAt' | 'updatedAt' | 'withdrawnAt' | 'rejectionReason' | 'erasedAt' | 'included'
  > {
  appliedAt: Date
  updatedAt: Date
  withdrawnAt: Date | null
  rejectionReason: StoredReason | null
  erasedAt: Date | null
}

/** An application with everything that recruiters see. */
export interface Application
  extends Omit<
    Detail,
    | 'appliedAt'
    | 'updatedAt'
    | 'withdrawnAt'
    | 'rejectionReason'
    | 'erasedAt'
    | 'profile'
    | 'allowedTransitions'
  > {
  /** The profile at the time of the submission. */
  candidate: DataOf<typeof applicationCreated>['candidate']
  employerId: number
  /** Grows by one with each status change; 1 is the submission. */
  version: number
  appliedAt: Date
  updatedAt: Date
  /** When the candidate last withdrew it; a later move leaves it (D-69). */
  withdrawnAt: Date | null
  /** Why it is Rejected. */
  rejectionReason: StoredReason | null
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
  withdrawnAt: Date | null
  rejectionReason: StoredReason | null
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
    name: fullName(candidate),
    email: candidate.email,
    headline: candidate.headline,
    phone: candidate.phone,
    city: candidate.city,
    country: candidate.country,
    status: 'New',
    version: 1,
    appliedAt: new Date(appliedAt),
    updatedAt: new Date(appliedAt),
    withdrawnAt: null,
    rejectionReason: null,
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
export function allowedTransitions({ status }: Pick<ApplicationState, 'status'>): ApplicationStatus[] {
  return applicationStatuses.filter((other) => other !== status)
}

/** Throws precondition_failed for a move of an application that has another status than the one it was to be moved from
 *. To the status that it has already there is nothing to move. */
export function checkExpected(
  { status }: Pick<ApplicationState, 'status'>,
  move: { status: ApplicationStatus; expectedStatus?: ApplicationStatus | null | undefined },
): void {
  if (!move.expectedStatus || [move.expectedStatus, move.status].includes(status)) return
  throw new ApiError(
    'precondition_failed',
    `expectedStatus: the application is ${status} now, not ${move.expectedStatus}; read it again, then decide.`,
  )
}

/** Any status may follow any other, also after a withdrawal, whose time stays (D-26, D-69). `updatedAt` never decreases, even
 * when requests are served out of order. */
export function changeStatus(
  application: ApplicationState,
  status: ApplicationStatus,
  now: Date,
  rejectionReason: StoredReason | null = null,
): ApplicationState {
  const updatedAt = now > application.updatedAt ? now : application.updatedAt
  return { ...application, status, version: application.version + 1, updatedAt, rejectionReason }
}

/** The application as its candidate has withdrawn it; undefined when it stands as the candidate left it. One that an
 * employer has set to Withdrawn has a new `withdrawnAt` and no new version. */
export function withdraw(application: ApplicationState, now: Date): ApplicationState | undefined {
  if (application.status === 'Withdrawn') {
    return application.withdrawnAt ? undefined : { ...application, withdrawnAt: now }
  }
  const after = changeStatus(application, 'Withdrawn', now)
  return { ...after, withdrawnAt: after.updatedAt }
}
