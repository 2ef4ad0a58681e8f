import { createHash } from 'node:crypto'
import type {
  getApplication,
  listApplicationHistory,
  listApplications,
} from '@jobboard/contracts/applications/endpoints'
import type {
  applicationErased,
  applicationState,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import type { withdrawApplication } from '@jobboard/contracts/applications/internal'
import type { StoredReason } from '@jobboard/contracts/applications/rejection-reasons'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { DataOf } from '@jobboard/contracts/event'
import {
  type Application,
  type ApplicationState,
  type ApplicationWithHistory,
  allowedTransitions,
  type ErasedApplication,
  type ListedApplication,
} from '../domain/application.ts'
import type { IncludedObjects } from '../domain/included.ts'
import type { ListedStatusChange } from '../domain/status-change.ts'
import { toAssessment } from './assessment.ts'
import { toScorecard } from './scorecard.ts'

type Summary = ResponseBody<typeof listApplications>['items'][number]

/** A list row (Spec §4.2), with what was asked for of what belongs to it. */
export function toSummary(application: ListedApplication, included: IncludedObjects | undefined): Summary {
  const { appliedAt, updatedAt, withdrawnAt, erasedAt } = application
  return {
    ...application,
    appliedAt: appliedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    erasedAt: erasedAt?.toISOString() ?? null,
    ...(included && { included: toIncluded(included) }),
  }
}

function toIncluded({ scorecards, assessment, ...rest }: IncludedObjects): Summary['included'] {
  return {
    ...rest,
    ...(scorecards !== undefined && { scorecards: scorecards?.map(toScorecard) ?? null }),
    ...(assessment !== undefined && { assessment: assessment && toAssessment(assessment) }),
  }
}

/** The detail (Spec §4.2). */
export function toDetail(application: Application): ResponseBody<typeof getApplication> {
  const { employerId, version, candidate, appliedAt, updatedAt, withdrawnAt, erasedAt, ...rest } = application
  return {
    ...rest,
    appliedAt: appliedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    erasedAt: erasedAt?.toISOString() ?? null,
    profile: candidate,
    allowedTransitions: allowedTransitions(application),
  }
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

/** The event of an erased application. An erasure that is repeated after a restore from a backup has the same id, so
 * that receivers see it once. */
export function toErasedEvent(application: ErasedApplication) {
  const { id, version, updatedAt } = application
  const erasedAt = application.erasedAt.toISOString()
  return {
    id: uuidOf(`application.erased ${application.employerId} ${id} ${application.candidateId} ${erasedAt}`),
    aggregateId: id,
    aggregateVersion: version,
    occurredAt: updatedAt,
    data: { ...toEvent(application), erasedAt } satisfies DataOf<typeof applicationErased>,
  }
}

// RFC 9562 §5.8: a UUID of the first bytes of a hash.
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
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
