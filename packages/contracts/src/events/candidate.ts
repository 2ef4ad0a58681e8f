import { z } from 'zod'
import { applicationDetail, applicationTypes } from '../application.ts'
import { profile } from '../candidate.ts'
import { eventType } from '../event.ts'
import { id } from '../text.ts'

/** The whole profile after the change. */
export const profileChanged = eventType(
  'candidate',
  'profile.changed',
  1,
  profile.extend({ isSearchable: z.boolean(), lastActiveAt: z.iso.datetime(), version: z.int() }),
  'A profile was created, changed, shown or hidden in CV search, or its candidate was active again.',
)

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
  }),
  'A candidate applied to a job, through the API, the portal or by e-mail.',
)
