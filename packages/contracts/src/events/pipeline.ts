import { z } from 'zod'
import { applicationStatus, applicationTypes } from '../application.ts'
import { eventType } from '../event.ts'
import { id } from '../text.ts'

const application = {
  applicationId: id(),
  employerId: id(),
  jobId: id(),
  jobTitle: z.string(),
  candidateId: id(),
  status: applicationStatus,
  version: z.int(),
}

/** Told after the commit, so that a receiver can read the application at once. */
export const applicationSubmitted = eventType(
  'pipeline',
  'application.submitted',
  1,
  z.object({ ...application, appliedAt: z.iso.datetime(), applicationType: z.enum(applicationTypes) }),
  "The recruiter's side has taken over a new application and can be asked for it.",
)

/** D-26: the same status again tells nothing. */
export const applicationStatusChanged = eventType(
  'pipeline',
  'application.status_changed',
  1,
  z.object({ ...application, previousStatus: applicationStatus, changedAt: z.iso.datetime() }),
  'A recruiter moved an application to another status.',
)
