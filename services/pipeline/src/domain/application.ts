import type { ApplicationStatus } from '@jobboard/contracts/application'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getApplication, listApplications } from '@jobboard/contracts/endpoints/pipeline'
import type { DataOf } from '@jobboard/contracts/event'
import type { applicationCreated } from '@jobboard/contracts/events/candidate'
import type { applicationSubmitted } from '@jobboard/contracts/events/pipeline'

type Detail = ResponseBody<typeof getApplication>
type Summary = ResponseBody<typeof listApplications>['items'][number]

/** An application in a list. */
export interface ListedApplication extends Omit<Summary, 'appliedAt' | 'updatedAt'> {
  appliedAt: Date
  updatedAt: Date
}

/** An application with everything that recruiters see. */
export interface Application extends Omit<Detail, 'appliedAt' | 'updatedAt'> {
  employerId: number
  /** Grows by one with each change; 1 is the submission. */
  version: number
  appliedAt: Date
  updatedAt: Date
}

/** An application as it arrives, with the profile as it was at that moment. */
export interface ArrivingApplication extends Application {
  candidate: DataOf<typeof applicationCreated>['candidate']
}

/** The recruiter's view of an application that was just submitted: `New`, version 1. */
export function arrive(created: DataOf<typeof applicationCreated>): ArrivingApplication {
  const { applicationId, candidate, appliedAt, ...rest } = created
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
  }
}

/** A list row on the wire. */
export function toSummary(application: ListedApplication): Summary {
  const { appliedAt, updatedAt } = application
  return { ...application, appliedAt: appliedAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** The detail on the wire. */
export function toDetail(application: Application): Detail {
  const { employerId, version, appliedAt, updatedAt, ...rest } = application
  return { ...rest, appliedAt: appliedAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** What events about an application carry: whose it is, where it stands. */
export function toEvent(
  application: Placed,
): Omit<DataOf<typeof applicationSubmitted>, 'appliedAt' | 'applicationType'> {
  const { id, employerId, jobId, jobTitle, candidateId, status, version } = application
  return { applicationId: id, employerId, jobId, jobTitle, candidateId, status, version }
}

/** What a move needs to know. */
export interface Placed {
  id: number
  employerId: number
  jobId: number
  jobTitle: string
  candidateId: number
  status: ApplicationStatus
  version: number
  updatedAt: Date
}

/** The application after a move (D-26). Its time never runs backwards, also when a later request was served first. */
export function move(application: Placed, status: ApplicationStatus, now: Date): Placed {
  const updatedAt = now > application.updatedAt ? now : application.updatedAt
  return { ...application, status, version: application.version + 1, updatedAt }
}
