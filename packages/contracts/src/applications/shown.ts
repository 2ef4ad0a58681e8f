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

/** What a bulk did to one of its applications, or would do (D-70). */
export const bulkItem = z
  .object({
    id: idOf('application'),
    ok: z.boolean().describe('False if nothing was changed in this application.'),
    code: z
      .string()
      .optional()
      .describe('Code of the refusal, that of the single call; absent if `ok`. New codes may be added.'),
    message: z.string().optional().describe('What is wrong and what to do; absent if `ok`.'),
    status: applicationStatus
      .optional()
      .describe(
        'The status now, in a dry run the one that it would have; only if the request has `status` and `ok`.',
      ),
  })
  .meta({ id: 'BulkItem', description: 'What became of one application of a bulk.' })
export type BulkItem = z.output<typeof bulkItem>

/** One that is moved, and one that is refused. */
export const bulkItemsExample: BulkItem[] = [
  { id: 31, ok: true, status: 'Rejected' },
  { id: 32, ok: false, code: 'not_found', message: 'Not found.' },
]
