import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_IMPORT_BYTES } from '../limits.ts'
import { flag } from '../page.ts'
import { id } from '../text.ts'

/** A line that was not imported. `line` counts from 1, blank lines included. */
const rejectedLine = z.object({ line: z.int(), code: z.string(), message: z.string() })

/** Admin API, P-123, P-124, P-146. `skipped` lines name an e-mail address that a candidate has already. */
export const importCandidates = endpoint({
  plane: 'admin',
  service: 'candidate',
  name: 'import-candidates',
  method: 'POST',
  path: '/admin/v1/candidates/import',
  summary: 'Create candidates from a file with one JSON object per line',
  query: z.object({
    includeErased: flag().meta({
      description:
        'Also imports persons who were erased; otherwise their lines are rejected with the code erased',
    }),
  }),
  bodyType: 'application/x-ndjson',
  maxBodyBytes: MAX_IMPORT_BYTES,
  errors: ['payload_too_large', 'unsupported_media_type', 'rate_limited'],
  status: 200,
  response: z.object({
    imported: z.int(),
    skipped: z.int(),
    rejectedCount: z.int(),
    ids: z.array(id()),
    rejected: z.array(rejectedLine),
  }),
})
