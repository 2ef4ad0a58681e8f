import { z } from 'zod'
import { applicationStatus, applicationTypes } from '../application.ts'
import { eventType, stateType } from '../event.ts'
import { announcedReason } from '../rejection-reason.ts'
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

// When the candidate withdrew it; events of older releases do not have it.
const withdrawnAt = z.iso.datetime().nullable().optional()
// Of a Rejected application that has one; events of older releases do not have it.
const rejectionReason = announcedReason.nullable().optional()

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
  z.object({
    ...application,
    previousStatus: applicationStatus,
    changedAt: z.iso.datetime(),
    /** Id of the row in the history; absent in events from before it was added. */
    historyId: id().optional(),
    withdrawnAt,
    rejectionReason,
  }),
  'A recruiter moved an application to another status, or its candidate withdrew it.',
)

/** Published once for each application of an erased candidate, in the transaction that erases it. `status` and
 * `version` are those of the application; an erasure is no change of status. No personal data. */
export const applicationErased = eventType(
  'pipeline',
  'application.erased',
  1,
  z.object({ ...application, erasedAt: z.iso.datetime() }),
  'The candidate of an application was erased, and the application is without the person.',
)

/** Changes of status in one state; older ones are left out. */
export const MAX_STATE_CHANGES = 1_000

/** `changes` are the newest 1,000 entries into a status, oldest first; version 1 is the submission.
 * `reachedStatuses` are all statuses that the application ever had. */
export const applicationState = stateType(
  'pipeline',
  'application',
  1,
  z.object({
    ...application,
    appliedAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
    withdrawnAt,
    rejectionReason,
    applicationType: z.enum(applicationTypes),
    reachedStatuses: z.array(applicationStatus),
    changes: z.array(z.object({ version: z.int(), status: applicationStatus, at: z.iso.datetime() })),
  }),
  'A resync of pipeline, once for each application.',
)
