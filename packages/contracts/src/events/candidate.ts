import { z } from 'zod'
import { applicationDetail, applicationStatus, applicationTypes } from '../application.ts'
import { profile } from '../candidate.ts'
import { eventType, stateType } from '../event.ts'
import { screeningQuestion } from '../screening-question.ts'
import { id } from '../text.ts'

/** The whole profile after the change. */
export const profileChanged = eventType(
  'candidate',
  'profile.changed',
  1,
  profile.extend({
    isSearchable: z.boolean(),
    // Null: the consent does not end. Events of older releases do not have it.
    consentExpiresAt: z.iso.datetime().nullable().optional(),
    lastActiveAt: z.iso.datetime(),
    version: z.int(),
  }),
  'A profile or its consent was created or changed, or it was shown or hidden in CV search. Consumers treat it as absent from `consentExpiresAt` on.',
)

/** Last activity alone: consumers keep the latest of it and of `profile.changed`. */
export const activityRecorded = eventType(
  'candidate',
  'activity.recorded',
  1,
  z.object({ candidateId: id(), lastActiveAt: z.iso.datetime(), version: z.int() }),
  'A candidate applied, or made a call 10 minutes or more after the last recorded activity.',
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

export const profileState = stateType(
  'candidate',
  'profile',
  1,
  profileChanged.data,
  'A resync of candidate, once for each profile.',
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
