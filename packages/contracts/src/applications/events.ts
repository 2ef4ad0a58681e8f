import { z } from 'zod'
import { profile } from '../candidates/profile.ts'
import { eventType, stateType } from '../event.ts'
import { screeningQuestion } from '../jobs/job.ts'
import { id } from '../text.ts'
import { applicationDetail, applicationStatus, applicationTypes } from './application.ts'
import { announcedReason } from './rejection-reasons.ts'

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

/** Characters of a posting's description in `application.created`; the rest is cut off. */
export const MAX_APPLIED_DESCRIPTION_LENGTH = 20_000

/** A new application with the profile and the answers at the time of applying. */
export const applicationCreated = eventType(
  'candidate',
  'application.created',
  1,
  z.object({
    applicationId: id(),
    employerId: id(),
    jobId: id(),
    jobTitle: z.string(),
    jobReference: z.string().nullable(),
    candidate: profile,
    applicationType: z.enum(applicationTypes),
    isAiAssisted: z.boolean(),
    appliedAt: z.iso.datetime(),
    coverLetter: z.string().nullable(),
    resumeUrl: z.string().nullable(),
    screeningAnswers: applicationDetail.shape.screeningAnswers,
    // The posting at that moment, for the assessment; events of older releases do not have it.
    job: z
      .object({
        description: z.string().nullable(),
        city: z.string().nullable(),
        country: z.string().nullable(),
        employmentType: z.string().nullable(),
        remoteType: z.string().nullable(),
        screeningQuestions: z.array(screeningQuestion.pick({ id: true, text: true })),
      })
      .optional(),
  }),
  'A candidate applied to a job, through the API, the portal or by e-mail.',
)

/** `candidate` is the profile of now: the one at the time of applying is stored only in pipeline. `status`,
 * `updatedAt` and `version` are those that pipeline published last. */
export const submittedApplicationState = stateType(
  'candidate',
  'application',
  1,
  applicationCreated.data.omit({ job: true }).extend({
    status: applicationStatus,
    updatedAt: z.iso.datetime(),
    version: z.int(),
    // When the candidate withdrew it; states of older releases do not have it.
    withdrawnAt: z.iso.datetime().nullable().optional(),
  }),
  'A resync of candidate, once for each application.',
)
