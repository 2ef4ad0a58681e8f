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

/** Published after pipeline has committed the application, so a receiver can read it at once. */
export const applicationSubmitted = eventType(
  'pipeline',
  'application.submitted',
  1,
  z.object({ ...application, appliedAt: z.iso.datetime(), applicationType: z.enum(applicationTypes) }),
  'A new application can be read by the recruiter.',
)

/** D-26: setting the current status again publishes nothing. */
export const applicationStatusChanged = eventType(
  'pipeline',
  'application.status_changed',
  1,
  z.object({ ...application, previousStatus: applicationStatus, changedAt: z.iso.datetime() }),
  'A recruiter moved an application to another status.',
)
