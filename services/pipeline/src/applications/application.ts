import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import type { getApplication, listApplications } from '@jobboard/contracts/applications/endpoints'
import type { applicationCreated, applicationState } from '@jobboard/contracts/applications/events'
import type { StoredReason } from '@jobboard/contracts/applications/rejection-reasons'
import type { listTags } from '@jobboard/contracts/applications/tags'
import { erasedProfile } from '@jobboard/contracts/candidates/erasure'
import type { Erased } from '@jobboard/contracts/candidates/events'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { DataOf } from '@jobboard/contracts/event'
import { fullName } from '@jobboard/contracts/text'
import type { AssessmentResult, StoredAssessment } from '../assessment/assessment.ts'
import type { Scorecard } from '../scorecards/scorecard.ts'
import { type ApplicationState, announced, toEvent } from '../status/status.ts'

type Detail = ResponseBody<typeof getApplication>
type Summary = ResponseBody<typeof listApplications>['items'][number]

/** What is stored in another form than it is sent. */
interface Stored {
  appliedAt: Date
  updatedAt: Date
  /** When the candidate last withdrew it; a later move leaves it (D-69). */
  withdrawnAt: Date | null
  /** Why it is Rejected. */
  rejectionReason: StoredReason | null
  erasedAt: Date | null
}

/** An application as a list row. */
export interface ListedApplication extends Omit<Summary, keyof Stored | 'included'>, Stored {}

/** An application with everything that recruiters see. */
export interface Application extends Omit<Detail, keyof Stored | 'profile' | 'allowedTransitions'>, Stored {
  /** The profile at the time of the submission. */
  candidate: DataOf<typeof applicationCreated>['candidate']
  employerId: number
  /** Grows by one with each status change; 1 is the submission. */
  version: number
}

/** A submitted application. Tags belong to its candidate. */
export type NewApplication = Omit<Application, 'tags'>

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

/** What is stored about an application and its candidate may see: no note, tag or scorecard, no author.
 * Timestamps as Postgres writes them inside JSON. */
export interface ApplicationRecord {
  applicationId: number
  profile: Profile
  statusHistory: { previousStatus: ApplicationStatus; status: ApplicationStatus; changedAt: string }[]
  assessment: (AssessmentResult & { assessedAt: string }) | null
}

/** What a list returns with each application. */
export type Include = NonNullable<Input<typeof listApplications>['query']['include']>

/** What belongs to an application; only what was asked for. */
export interface IncludedObjects {
  tags?: ResponseBody<typeof listTags>
  /** Null where they do not fit into the response. */
  scorecards?: Scorecard[] | null
  assessment?: StoredAssessment | null
  address?: Address
  counts?: { notes: number; scorecards: number }
}

/** Where a candidate lived at the time of applying. */
export type Address = Pick<Profile, 'street' | 'city' | 'region' | 'postalCode' | 'country'>

type Created = DataOf<typeof applicationCreated>

const noPerson = (candidateId: number, appliedAt: string) => ({
  candidate: erasedProfile(candidateId, appliedAt),
  coverLetter: null,
  resumeUrl: null,
  screeningAnswers: [],
})

/** A submission without data of the person, as it is stored of an erased candidate. */
export function withoutPerson<C extends Omit<Created, 'job'>>(created: C): C {
  return { ...created, ...noPerson(created.candidate.id, created.appliedAt) }
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
    ...noPerson(candidateId, application.appliedAt),
  }))
}

/** The state of an application. Of a restored one the changes before its restoration are unknown. */
export function toApplicationState(application: ApplicationWithHistory): DataOf<typeof applicationState> {
  const { appliedAt, updatedAt, applicationType, status, version, changes, formerStatuses } = application
  const first = version - changes.length + 1
  const entries = changes.map((change, index) => ({
    version: first + index,
    status: change.status,
    at: change.at.toISOString(),
  }))
  const submission = { version: 1, status: 'New' as const, at: appliedAt.toISOString() }
  const restored = { version, status, at: updatedAt.toISOString() }
  const known = version > 1 && changes.length === 0 ? [restored] : entries
  const last = [submission, ...known].at(-1)!
  return {
    ...toEvent(application),
    appliedAt: appliedAt.toISOString(),
    changedAt: last.at,
    withdrawnAt: application.withdrawnAt?.toISOString() ?? null,
    rejectionReason: announced(application.rejectionReason),
    applicationType,
    reachedStatuses: [...new Set([...formerStatuses, status])],
    changes: [submission, ...known],
  }
}
