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

/** The recruiter's side has an application and can be asked for it. */
export const applicationSubmitted = eventType(
  'pipeline',
  'application.submitted',
  1,
  z.object({ ...application, appliedAt: z.iso.datetime(), applicationType: z.enum(applicationTypes) }),
)

/** An application was moved. */
export const applicationStatusChanged = eventType(
  'pipeline',
  'application.status_changed',
  1,
  z.object({ ...application, previousStatus: applicationStatus, changedAt: z.iso.datetime() }),
)
