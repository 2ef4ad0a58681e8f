import { z } from 'zod'
import { idOf } from '../text.ts'
import { applicationStatus } from './application.ts'

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
