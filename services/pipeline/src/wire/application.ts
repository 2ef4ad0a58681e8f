import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listApplications } from '@jobboard/contracts/endpoints/application-lists'
import type { getApplication } from '@jobboard/contracts/endpoints/pipeline'
import type { DataOf } from '@jobboard/contracts/event'
import type { applicationState, applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import {
  type Application,
  type ApplicationState,
  type ApplicationWithHistory,
  allowedTransitions,
  type ListedApplication,
} from '../domain/application.ts'
import type { IncludedObjects } from '../domain/included.ts'
import { toAssessment } from './assessment.ts'
import { toScorecard } from './scorecard.ts'

type Summary = ResponseBody<typeof listApplications>['items'][number]

/** A list row (Spec §4.2), with what was asked for of what belongs to it (P-405). */
export function toSummary(application: ListedApplication, included: IncludedObjects | undefined): Summary {
  const { appliedAt, updatedAt } = application
  return {
    ...application,
    appliedAt: appliedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
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
  const { employerId, version, candidate, appliedAt, updatedAt, ...rest } = application
  return {
    ...rest,
    appliedAt: appliedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    profile: candidate,
    allowedTransitions: allowedTransitions(rest.status),
  }
}

/** The fields that every application event carries. */
export function toEvent(
  application: ApplicationState,
): Omit<DataOf<typeof applicationSubmitted>, 'appliedAt' | 'applicationType'> {
  const { id, employerId, jobId, jobTitle, candidateId, status, version } = application
  return { applicationId: id, employerId, jobId, jobTitle, candidateId, status, version }
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
  return {
    ...toEvent(application),
    appliedAt: appliedAt.toISOString(),
    changedAt: updatedAt.toISOString(),
    applicationType,
    reachedStatuses: [...new Set([...formerStatuses, status])],
    changes: [submission, ...known],
  }
}
