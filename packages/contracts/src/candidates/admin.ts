import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_REPORT_LINES } from '../limits.ts'
import { flag, pageOf, pageQuery, startOfText } from '../page.ts'
import { id, pathIdOf, wireTimestamp } from '../text.ts'
import { adminProfileFields, newCandidate, profile, profilePatch, salaryRange } from './profile.ts'

const admin = { plane: 'admin', service: 'candidate' } as const

/** Admin API */
export const createCandidate = endpoint({
  ...admin,
  name: 'create-candidate',
  method: 'POST',
  path: '/admin/v1/candidates',
  summary: 'Create a candidate',
  description: 'Mint a key for the candidate next, with `POST /admin/v1/candidates/{candidateId}/api-keys`.',
  query: z.object({
    uniqueEmail: flag().describe(
      'Refuses an e-mail address that a candidate has, ignoring case, with 409 that names the candidate.',
    ),
  }),
  body: newCandidate,
  status: 201,
  response: profile,
  refusals: {
    invalid_request: salaryRange,
    already_exists: {
      when: '`uniqueEmail` is true and a candidate has the e-mail address.',
      message: 'email: candidate 12 has this address; change that candidate instead of creating another.',
    },
  },
})

/** Admin API; `null` leaves a field, as in the candidate's own PUT. */
export const updateCandidate = endpoint({
  ...admin,
  name: 'update-candidate',
  method: 'PUT',
  path: '/admin/v1/candidates/{candidateId}',
  summary: 'Change a candidate, the consent or the visibility in CV search',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  body: profilePatch
    .extend(adminProfileFields)
    .describe('Any subset of the fields. A field that is absent or null stays as it is.'),
  status: 200,
  response: profile,
  refusals: { invalid_request: salaryRange },
})

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

/** What only operators see of a candidate. */
const record = {
  consentExpiresAt: wireTimestamp()
    .nullable()
    .describe('From then on the consent to data processing has lapsed; null: never.'),
  isSearchable: z.boolean().describe('Whether CV search finds the candidate.'),
  lastActiveAt: wireTimestamp().describe(
    'When the candidate last made a call, changed the profile or applied.',
  ),
}

const candidateSummary = profile
  .pick({ id: true, firstName: true, lastName: true, email: true, headline: true, city: true, country: true })
  .extend({ ...record, createdAt: profile.shape.createdAt, updatedAt: profile.shape.updatedAt })
  .describe('A candidate in a list of operators.')

/** Admin API: by the start of the first name, the last name or the e-mail address, without case. */
export const listCandidates = endpoint({
  ...admin,
  name: 'list-candidates',
  method: 'GET',
  path: '/admin/v1/candidates',
  summary: 'List candidates, newest first',
  query: z.object({
    q: startOfText().describe(
      'Start of the first name, the last name or the e-mail address, in any letter case. Absent or empty: all candidates.',
    ),
    ...pageQuery,
  }),
  status: 200,
  response: pageOf(candidateSummary),
})

/** Admin API */
export const readCandidate = endpoint({
  ...admin,
  name: 'read-candidate',
  method: 'GET',
  path: '/admin/v1/candidates/{candidateId}',
  summary: 'Read a candidate with consent and visibility in CV search',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  status: 200,
  response: profile.extend(record).describe('The profile with consent, visibility and last activity.'),
})
