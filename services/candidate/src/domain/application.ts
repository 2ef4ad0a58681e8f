import type { applicationTypes } from '@jobboard/contracts/application'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getOwnApplication } from '@jobboard/contracts/endpoints/candidate'
import type { DataOf } from '@jobboard/contracts/event'
import type { applicationCreated } from '@jobboard/contracts/events/candidate'
import type { Candidate } from './candidate.ts'
import type { Job } from './job.ts'
import { toProfile } from './profile.ts'
import type { Answered } from './screening.ts'

/** An application as its candidate reads it (D-35). */
export type OwnApplication = ResponseBody<typeof getOwnApplication>

/** An application with what the candidate's side knows of it. */
export interface Application extends Omit<OwnApplication, 'appliedAt' | 'updatedAt'> {
  candidateId: number
  employerId: number
  applicationType: (typeof applicationTypes)[number]
  isAiAssisted: boolean
  screeningAnswers: Answered[]
  appliedAt: Date
  updatedAt: Date
}

/** The application on the wire. */
export function toOwnApplication(application: Application): OwnApplication {
  const { id, jobId, jobTitle, employerName, status, coverLetter, resumeUrl } = application
  return {
    id,
    jobId,
    jobTitle,
    employerName,
    status,
    appliedAt: application.appliedAt.toISOString(),
    updatedAt: application.updatedAt.toISOString(),
    coverLetter,
    resumeUrl,
  }
}

/** What the recruiter's side gets, with the profile as it was at that moment. */
export function toApplicationCreated(
  application: Application,
  job: Job,
  candidate: Candidate,
): DataOf<typeof applicationCreated> {
  const { id, employerId, jobId, jobTitle, applicationType, isAiAssisted } = application
  return {
    applicationId: id,
    employerId,
    jobId,
    jobTitle,
    jobReference: job.reference,
    candidate: toProfile(candidate),
    applicationType,
    isAiAssisted,
    appliedAt: application.appliedAt.toISOString(),
    coverLetter: application.coverLetter,
    resumeUrl: application.resumeUrl,
    screeningAnswers: application.screeningAnswers,
  }
}
