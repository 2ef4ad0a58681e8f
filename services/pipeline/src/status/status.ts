import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import type { listApplicationHistory } from '@jobboard/contracts/applications/endpoints'
import type { applicationSubmitted } from '@jobboard/contracts/applications/events'
import type { withdrawApplication } from '@jobboard/contracts/applications/internal'
import type { RejectionReason, StoredReason } from '@jobboard/contracts/applications/rejection-reasons'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { DataOf } from '@jobboard/contracts/event'
import { isSameText } from '@jobboard/contracts/text'

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

/** The statuses that may follow: any other (D-26). */
export function allowedTransitions({ status }: Pick<ApplicationState, 'status'>): ApplicationStatus[] {
  return applicationStatuses.filter((other) => other !== status)
}

/** Throws precondition_failed for a move of an application that has another status than the one it was to be moved
 * from. To the status that it has already there is nothing to move. */
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
export function withdraw(
  application: ApplicationState,
  now: Date,
): (ApplicationState & { withdrawnAt: Date }) | undefined {
  const after = changeStatus(application, 'Withdrawn', now)
  const withdrawnAt = after.updatedAt
  if (application.status !== 'Withdrawn') return { ...after, withdrawnAt }
  return application.withdrawnAt ? undefined : { ...application, withdrawnAt }
}

/** In place of the id of a key, for a change by a person in the portal. */
export const NO_KEY = 0

/** One row of an application's history. */
export interface StatusChange {
  applicationId: number
  previousStatus: ApplicationStatus
  status: ApplicationStatus
  note: string | null
  rejectionReason: StoredReason | null
  /** `NO_KEY` for a person in the portal. */
  authorKeyId: number
  authorUserId: number | null
  /** The key is one of the candidate, who withdrew the application. */
  byCandidate: boolean
  changedAt: Date
}

/** A row of the history as listed. */
export type ListedStatusChange = Omit<StatusChange, 'applicationId'> & { id: number }

/** The reason of a request as it is stored. */
export function toStoredReason(
  given: { code: string; text?: string | null | undefined } | null | undefined,
): StoredReason | null {
  return given ? { code: given.code, text: given.text || null } : null
}

/** Whether both are the same reason, or none. */
export function isSameReason(a: StoredReason | null, b: StoredReason | null): boolean {
  return a?.code === b?.code && isSameText(a?.text ?? '', b?.text ?? '')
}

/** Throws invalid_request unless the employer has the code. */
export function checkCode({ code }: StoredReason, known: RejectionReason[]): void {
  if (known.some((reason) => reason.code === code)) return
  const codes = known.map((reason) => reason.code).join(', ')
  const reason = known.length
    ? `must be one of your codes: ${codes}`
    : 'is not known: you have no codes yet; store them with PUT /api/v1/rejection-reasons'
  throw new ApiError('invalid_request', `rejectionReason.code: ${reason}.`, {
    fields: [{ pointer: '/rejectionReason/code', reason }],
  })
}

/** The refusal of another reason for an application that is Rejected already. */
export function alreadyRejected(): ApiError {
  return new ApiError(
    'invalid_state',
    'rejectionReason: the application is Rejected already, with another reason or none; move it to another status first, then to Rejected with this reason.',
  )
}

/** A row of the history (D-26). */
export function toChange(
  change: ListedStatusChange,
): ResponseBody<typeof listApplicationHistory>['items'][number] {
  const { byCandidate, changedAt, ...rest } = change
  return {
    ...rest,
    changedBy: byCandidate ? 'Candidate' : 'Employer',
    changedAt: changedAt.toISOString(),
  }
}

/** The reason of a rejection as events have it. */
export function announced(reason: StoredReason | null): { code: string } | null {
  return reason && { code: reason.code }
}

/** What candidate stores of a withdrawn application. */
export function toWithdrawal(application: ApplicationState): ResponseBody<typeof withdrawApplication> {
  const { id, status, updatedAt, withdrawnAt, version } = application
  return {
    applicationId: id,
    status,
    changedAt: updatedAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    version,
  }
}

/** The fields that every application event carries. */
export function toEvent(
  application: ApplicationState,
): Omit<DataOf<typeof applicationSubmitted>, 'appliedAt' | 'applicationType'> {
  const { id, employerId, jobId, jobTitle, candidateId, status, version } = application
  return { applicationId: id, employerId, jobId, jobTitle, candidateId, status, version }
}
