import { z } from 'zod'
import { profile } from '../candidate.ts'
import { endpoint } from '../endpoint.ts'
import { pathIdOf } from '../ids.ts'
import { pageOf, pageQuery, startOfText } from '../page.ts'
import { wireTimestamp } from '../text.ts'

const admin = { plane: 'admin', service: 'candidate' } as const

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
