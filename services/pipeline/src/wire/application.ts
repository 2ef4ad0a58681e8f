import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getApplication, listApplications } from '@jobboard/contracts/endpoints/pipeline'
import type { DataOf } from '@jobboard/contracts/event'
import type { applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import {
  type Application,
  type ApplicationState,
  allowedTransitions,
  type ListedApplication,
} from '../domain/application.ts'

/** A list row (Spec §4.2). */
export function toSummary(
  application: ListedApplication,
): ResponseBody<typeof listApplications>['items'][number] {
  const { appliedAt, updatedAt } = application
  return { ...application, appliedAt: appliedAt.toISOString(), updatedAt: updatedAt.toISOString() }
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
