import { z } from 'zod'
import { applicationTypes } from '../application.ts'
import type { ErasingService } from '../erasure.ts'
import { eventType, stateType } from '../event.ts'
import { id } from '../text.ts'

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
