import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_REPORT_LINES } from '../limits.ts'
import { flag } from '../page.ts'
import { id } from '../text.ts'

/** A line that was not imported. `line` counts from 1, blank lines included. */
const rejectedLine = z.object({
  line: z.int().describe('Number of the line, from 1; blank lines count.'),
  code: z.string().describe('Error code, as a single create would return it.'),
  message: z.string().describe('Which field is wrong, and why.'),
})

/** Admin API. `skipped` lines name an e-mail address that a candidate has already. */
export const importCandidates = endpoint({
  plane: 'admin',
  service: 'candidate',
  name: 'import-candidates',
  method: 'POST',
  path: '/admin/v1/candidates/import',
  summary: 'Create candidates from a file with one JSON object per line',
  description:
    'Each line is a body of `POST /admin/v1/candidates` of at most 1 MiB; the file has at most 1 GiB. A line whose e-mail address a candidate has already is skipped, so a file can be sent again after any failure. With `Prefer: handling=strict` a line with a field that no candidate has is rejected; otherwise the field is ignored. 4 imports run at a time in one process; a further one is 429.',
  query: z.object({
    includeErased: flag().describe(
      'Also imports persons who were erased; otherwise their lines are rejected with the code erased.',
    ),
  }),
  bodyType: 'application/x-ndjson',
  maxBodyBytes: MAX_IMPORT_BYTES,
  errors: ['payload_too_large', 'unsupported_media_type', 'rate_limited'],
  status: 200,
  response: z
    .object({
      imported: z.int().describe('Candidates that were created.'),
      skipped: z
        .int()
        .describe('Lines whose e-mail address a candidate or an earlier line has; nothing was changed.'),
      rejectedCount: z.int().describe('Lines that were rejected, all of them.'),
      ids: z
        .array(id())
        .describe(
          `Ids of the new candidates; empty for a file of more than ${MAX_IMPORT_REPORT_LINES} lines.`,
        ),
      rejected: z.array(rejectedLine).describe(`The first ${MAX_IMPORT_REPORT_LINES} rejected lines.`),
    })
    .describe('What was imported, skipped and rejected.'),
})
