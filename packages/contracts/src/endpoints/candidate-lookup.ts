import { z } from 'zod'
import { profile } from '../candidate.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery, startOfText } from '../page.ts'
import { id, pathId, wireTimestamp } from '../text.ts'

const admin = { plane: 'admin', service: 'candidate' } as const

/** What only operators see of a candidate. */
const record = {
  consentExpiresAt: wireTimestamp().nullable(),
  isSearchable: z.boolean(),
  lastActiveAt: wireTimestamp(),
}

const candidateSummary = z.object({
  id: id(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  headline: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  ...record,
  createdAt: wireTimestamp(),
  updatedAt: wireTimestamp(),
})

/** Admin API, P-125: by the start of the first name, the last name or the e-mail address, without case. */
export const listCandidates = endpoint({
  ...admin,
  name: 'list-candidates',
  method: 'GET',
  path: '/admin/v1/candidates',
  summary: 'List candidates, newest first',
  query: z.object({ q: startOfText(), ...pageQuery }),
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
  params: z.object({ candidateId: pathId() }),
  status: 200,
  response: profile.extend(record),
})
