import { z } from 'zod'
import { applicationDetail, applicationTypes } from '../application.ts'
import { profile } from '../candidate.ts'
import { eventType } from '../event.ts'
import { id } from '../text.ts'

/** A profile was created or changed: the whole of it. */
export const profileChanged = eventType(
  'candidate',
  'profile.changed',
  1,
  profile.extend({ isSearchable: z.boolean(), lastActiveAt: z.iso.datetime(), version: z.int() }),
)

/** An application was born: what the recruiter's side needs of it, at that moment. */
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
)
