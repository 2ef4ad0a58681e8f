import { z } from 'zod'
import { MAX_SHOWN_APPLICATIONS } from '../limits.ts'
import { idOf, wireTimestamp } from '../text.ts'
import { applicationStatus } from './application.ts'

/** Where a candidate has applied to the calling employer (D-68). */
export const shownApplications = z
  .array(
    z
      .object({
        id: idOf('application'),
        jobId: idOf('job'),
        jobTitle: z.string().describe('Title of the job when the candidate applied.'),
        status: applicationStatus,
        appliedAt: wireTimestamp().describe('When the candidate applied.'),
      })
      .meta({ id: 'AppliedTo', description: 'An application of the candidate to you.' }),
  )
  .max(MAX_SHOWN_APPLICATIONS)
  .meta({
    description: `The candidate's applications to you that are not withdrawn, newest first, at most ${MAX_SHOWN_APPLICATIONS}; you can read them without a CvDownload credit. A new one is here within seconds.`,
    example: [
      {
        id: 31,
        jobId: 7,
        jobTitle: 'Baker',
        status: 'Screened',
        appliedAt: '2026-03-01T10:00:00.000Z',
      },
    ],
  })
