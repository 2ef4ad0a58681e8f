import { z } from 'zod'
import { applicationTypes } from '../applications/application.ts'
import { eventType, stateType } from '../event.ts'
import { id } from '../text.ts'
import type { ErasingService } from './erasure.ts'
import { profile } from './profile.ts'

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

export const profileState = stateType(
  'candidate',
  'profile',
  1,
  profileChanged.data,
  'A resync of candidate, once for each profile.',
)

/** What each service needs to erase its part. No personal data: it stays in the streams. */
const erased = z.object({
  erasureId: id(),
  candidateId: id(),
  erasedAt: z.iso.datetime(),
  /** Every application of the candidate. */
  applicationIds: z.array(id()),
  /** Those of the last 30 days: `application.created` of them may not have been consumed and is deleted from the
   * stream, so pipeline stores a missing one from here. */
  recentApplications: z.array(
    z.object({
      applicationId: id(),
      employerId: id(),
      jobId: id(),
      jobTitle: z.string(),
      applicationType: z.enum(applicationTypes),
      isAiAssisted: z.boolean(),
      appliedAt: z.iso.datetime(),
    }),
  ),
})
export type Erased = z.output<typeof erased>

/** A candidate was erased. */
export const candidateErased = eventType(
  'candidate',
  'candidate.erased',
  1,
  erased,
  'A candidate was erased; every service erases its part and confirms.',
)

export const erasedState = stateType(
  'candidate',
  'erasure',
  1,
  erased,
  'A resync of candidate, once for each erased candidate, before the profiles and applications.',
)

/** Published by every service but candidate, whose own confirmation is a row. */
export const erasureConfirmed = (service: ErasingService) =>
  eventType(
    service,
    'erasure.confirmed',
    1,
    z.object({ erasureId: id(), candidateId: id(), confirmedAt: z.iso.datetime() }),
    'This service holds no more personal data of the erased candidate.',
  )
