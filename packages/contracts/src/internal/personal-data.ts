import { z } from 'zod'
import { applicationStatus } from '../application.ts'
import { assessment } from '../assessment.ts'
import { profile } from '../candidate.ts'
import { endpoint } from '../endpoint.ts'
import { candidateKey } from '../endpoints/api-keys.ts'
import { MAX_ID } from '../limits.ts'
import { integer, pageOf } from '../page.ts'
import { id, pathId, wireTimestamp } from '../text.ts'

// What other services hold about a candidate, for the candidate's own reads.
const params = z.object({ candidateId: pathId() })

/** Unlocks in one page: those of a candidate fit into one, unless more than this many employers unlocked. */
export const MAX_UNLOCKS_PER_CALL = 1_000

/** The newest unlock of each employer, newest first. */
export const listUnlocks = endpoint({
  plane: 'internal',
  service: 'search',
  name: 'list-unlocks',
  method: 'GET',
  path: '/internal/v1/candidates/{candidateId}/unlocks',
  summary: 'List which employers unlocked a candidate',
  params,
  query: z.object({
    page: integer(MAX_ID, 1),
    pageSize: integer(MAX_UNLOCKS_PER_CALL, MAX_UNLOCKS_PER_CALL),
  }),
  status: 200,
  response: pageOf(z.object({ employerId: id(), unlockedAt: wireTimestamp() })),
})

/** The keys of a candidate, without their texts, newest first. */
export const listKeysOfCandidate = endpoint({
  plane: 'internal',
  service: 'accounts',
  name: 'list-keys-of-candidate',
  method: 'GET',
  path: '/internal/v1/candidates/{candidateId}/api-keys',
  summary: 'List the keys of a candidate',
  params,
  status: 200,
  response: z.array(candidateKey),
})

/** Applications in one call: their profiles and answers are up to 2 MB each. */
export const MAX_RECORDS_PER_CALL = 50

/** What pipeline holds about one application and its candidate may see. */
export const applicationRecord = z.object({
  applicationId: id(),
  profile,
  statusHistory: z.array(
    z.object({
      previousStatus: applicationStatus.describe('The status before the change.'),
      status: applicationStatus.describe('The status after the change.'),
      changedAt: wireTimestamp().describe('When the status changed.'),
    }),
  ),
  assessment: assessment.nullable(),
})

/** In no particular order; an application of another candidate, or one that has not arrived, is left out. */
export const listApplicationRecords = endpoint({
  plane: 'internal',
  service: 'pipeline',
  name: 'list-application-records',
  method: 'POST',
  path: '/internal/v1/candidates/{candidateId}/application-records',
  summary: 'Read the records of applications of a candidate',
  params,
  body: z.object({ applicationIds: z.array(id()).max(MAX_RECORDS_PER_CALL) }),
  status: 200,
  response: z.array(applicationRecord),
})
