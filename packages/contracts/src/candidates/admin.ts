import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_REPORT_LINES } from '../limits.ts'
import { flag, pageOf, pageQuery, startOfText } from '../page.ts'
import { worldQuery } from '../sandbox/sandbox.ts'
import { id, pathIdOf, wireTimestamp } from '../text.ts'
import {
  adminProfileFields,
  formExample,
  newCandidate,
  profile,
  profileExample,
  profilePatch,
  salaryRange,
} from './profile.ts'

export const createCandidate = endpoint('POST /admin/v1/candidates', {
  service: 'candidate',
  name: 'create-candidate',
  summary: 'Create a candidate',
  description: 'Mint a key for the candidate next, with `POST /admin/v1/candidates/{candidateId}/api-keys`.',
  query: z.object({
    uniqueEmail: flag().meta({
      description:
        'Refuses an e-mail address that a candidate has, ignoring case, with 409 that names the candidate.',
      example: 'true',
    }),
  }),
  body: newCandidate,
  status: 201,
  response: profile,
  refusals: {
    invalid_request: salaryRange,
    already_exists: { when: '`uniqueEmail` is true and a candidate has the e-mail address.' },
  },
})

export const updateCandidate = endpoint('PUT /admin/v1/candidates/{candidateId}', {
  service: 'candidate',
  name: 'update-candidate',
  summary: 'Change a candidate, the consent or the visibility in CV search',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  body: profilePatch.extend(adminProfileFields).meta({
    description: 'Any subset of the fields. A field that is absent or null stays as it is.',
    example: { headline: 'Baker, ten years', consentExpiresAt: '2027-03-01T00:00:00Z', isSearchable: true },
  }),
  response: profile,
  refusals: { invalid_request: salaryRange },
})

/** A line that was not imported. `line` counts from 1, blank lines included. */
const rejectedLine = z.object({
  line: z.int().describe('Number of the line, from 1; blank lines count.'),
  code: z.string().describe('Error code, as a single create would return it.'),
  message: z.string().describe('Which field is wrong, and why.'),
})

export const importCandidates = endpoint('POST /admin/v1/candidates/import', {
  service: 'candidate',
  name: 'import-candidates',
  summary: 'Create candidates from a file with one JSON object per line',
  description:
    'Each line is a body of `POST /admin/v1/candidates` of at most 1 MiB; the file has at most 1 GiB. A line whose e-mail address a candidate has already is skipped, so a file can be sent again after any failure. With `Prefer: handling=strict` a line with a field that no candidate has is rejected; otherwise the field is ignored. 4 imports run at a time in one process; a further one is 429.',
  query: z.object({
    includeErased: flag().meta({
      description:
        'Also imports persons who were erased; otherwise their lines are rejected with the code erased.',
      example: 'false',
    }),
  }),
  bodyType: 'application/x-ndjson',
  maxBodyBytes: MAX_IMPORT_BYTES,
  errors: ['payload_too_large', 'unsupported_media_type', 'rate_limited'],
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
    .meta({
      description: 'What was imported, skipped and rejected.',
      example: {
        imported: 1,
        skipped: 0,
        rejectedCount: 1,
        ids: [13],
        rejected: [{ line: 2, code: 'invalid_request', message: 'email: is required and must be a string.' }],
      },
    }),
  example: {
    body: '{"firstName":"Bo","lastName":"Berg","email":"bo.berg@example.com"}\n{"firstName":"Cy","lastName":"Dahl"}\n',
  },
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

const recordExample = {
  consentExpiresAt: null,
  isSearchable: true,
  lastActiveAt: '2026-03-01T10:00:00.000Z',
}

const candidateSummary = profile
  .pick({ id: true, firstName: true, lastName: true, email: true, headline: true, city: true, country: true })
  .extend({ ...record, createdAt: profile.shape.createdAt, updatedAt: profile.shape.updatedAt })
  .meta({
    description: 'A candidate in a list of operators.',
    example: {
      id: 12,
      ...formExample,
      ...recordExample,
      createdAt: profileExample.createdAt,
      updatedAt: profileExample.updatedAt,
    },
  })

export const listCandidates = endpoint('GET /admin/v1/candidates', {
  service: 'candidate',
  name: 'list-candidates',
  summary: 'List candidates, newest first',
  query: z.object({
    q: startOfText().meta({
      description:
        'Start of the first name, the last name or the e-mail address, in any letter case. Absent or empty: all candidates.',
      example: 'ada',
    }),
    world: worldQuery,
    ...pageQuery,
  }),
  response: pageOf(candidateSummary),
})

export const readCandidate = endpoint('GET /admin/v1/candidates/{candidateId}', {
  service: 'candidate',
  name: 'read-candidate',
  summary: 'Read a candidate with consent and visibility in CV search',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  response: profile.extend(record).meta({
    description: 'The profile with consent, visibility and last activity.',
    example: { ...profileExample, ...recordExample },
  }),
})
